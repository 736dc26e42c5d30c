import type { Consent, Notifications, PromotionTopic } from '#contract/notifications.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'

const NONE: Consent = { inbox: false, push: false, mail: false }

export async function readConsents(db: Database, player: number): Promise<Notifications['promotions']> {
  const rows = await db
    .selectFrom('promotion_consent')
    .select(['topic', 'inbox', 'push', 'mail'])
    .where('bucket', '=', bucketOf(player))
    .where('account_id', '=', player)
    .execute()
  const chosen = Object.fromEntries(rows.map(({ topic, ...consent }) => [topic, consent]))
  return { rewards: NONE, races: NONE, games: NONE, offers: NONE, ...chosen }
}

export async function writeConsent(
  db: Database,
  player: number,
  topic: PromotionTopic,
  consent: Consent,
  now: number,
): Promise<void> {
  const chosen = { ...consent, changed_at: new Date(now) }
  await db
    .insertInto('promotion_consent')
    .values({ bucket: bucketOf(player), account_id: player, topic, ...chosen })
    .onConflict((conflict) => conflict.columns(['bucket', 'account_id', 'topic']).doUpdateSet(chosen))
    .execute()
}

export const deleteConsentsOf = (db: Database, player: number) =>
  db.deleteFrom('promotion_consent').where('bucket', '=', bucketOf(player)).where('account_id', '=', player)
