import type { Notifications, PromotionTopic, Consent, QuietHours } from '#contract/notifications.ts'
import type { Database } from '#server/db/tables.ts'
import { lockAccount, readAccount } from '#server/identity/account-row.ts'
import type { CallerSession } from '#server/identity/caller.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { readConsents, writeConsent } from '#server/messages/promotion-consents.ts'
import { assertMayPlay } from '#server/responsible-play/play-breaks.ts'
import { readVapid } from './vapid.ts'

export async function readNotifications(
  db: Database,
  secrets: Secrets,
  { id, uid }: CallerSession,
): Promise<Notifications> {
  const { publicKey: pushKey } = await readVapid(db, secrets)
  const { email, quiet_hours: quietHours } = await readAccount(db, uid)
  const devices = await db
    .selectFrom('push_subscription')
    .select(['session_id', 'server_key'])
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .execute()
  const notified = devices.filter(({ server_key }) => server_key === pushKey)
  return {
    pushKey,
    isOn: notified.some(({ session_id }) => session_id === id),
    devices: notified.length,
    hasMailbox: email !== null,
    quietHours,
    promotions: await readConsents(db, uid),
  }
}

export async function setQuietHoursOf(db: Database, uid: number, hours: QuietHours | null): Promise<void> {
  await db
    .updateTable('account')
    .set({ quiet_hours: hours && JSON.stringify(hours) })
    .where('id', '=', uid)
    .where('closed_at', 'is', null)
    .execute()
}

interface NewConsent {
  readonly topic: PromotionTopic
  readonly consent: Consent
  readonly now: number
}

/** @throws Refusal `break_active` when the player turns something on during a break */
export function setConsentOf(db: Database, uid: number, { topic, consent, now }: NewConsent): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockAccount(trx, uid)
    const before = (await readConsents(trx, uid))[topic]
    const isMore = (['inbox', 'push', 'mail'] as const).some(
      (channel) => consent[channel] && !before[channel],
    )
    if (isMore) await assertMayPlay(trx, uid, now)
    await writeConsent(trx, uid, topic, consent, now)
  })
}
