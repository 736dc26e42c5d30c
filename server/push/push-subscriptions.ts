import { ECDH, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Locale } from '#contract/localized.ts'
import type { SentSubscription } from '#contract/notifications.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import type { CallerSession } from '#server/identity/caller.ts'
import { ALL_BUCKETS, bucketOf } from '#server/ledger/bucket.ts'
import { isPushService } from './push-services.ts'

/** Devices of a player that are notified. The one that was added first goes. */
const MOST_DEVICES = 10

interface NewSubscription {
  readonly session: CallerSession
  readonly sent: SentSubscription
  readonly services: readonly string[]
  readonly serverKey: string
  readonly origin: string
  readonly locale: Locale
  readonly now: number
}

/** @throws Refusal `push_service_unknown`, `bad_request` */
export async function addSubscription(
  db: Database,
  { session, sent, services, serverKey, origin, locale, now }: NewSubscription,
): Promise<void> {
  const found = readSubscription(sent, services)
  const { id: session_id, uid } = session
  const device = { ...found, server_key: serverKey, origin, locale, created_at: new Date(now) }
  await db.transaction().execute(async (trx) => {
    // Another player who used this browser before is told nothing here any more.
    await atEndpoint(trx, sent.endpoint)
      .where((where) => where.or([where('account_id', '!=', uid), where('session_id', '!=', session_id)]))
      .execute()
    await trx
      .insertInto('push_subscription')
      .values({ bucket: bucketOf(uid), account_id: uid, session_id, ...device })
      .onConflict((conflict) => conflict.columns(['bucket', 'account_id', 'session_id']).doUpdateSet(device))
      .execute()
    await deleteSubscriptionsOf(trx, uid)
      .where('session_id', 'in', (query) =>
        query
          .selectFrom('push_subscription')
          .select('session_id')
          .where('bucket', '=', bucketOf(uid))
          .where('account_id', '=', uid)
          .orderBy('created_at', 'desc')
          .orderBy(sql`session_id = ${session_id}`, 'desc')
          .offset(MOST_DEVICES),
      )
      .execute()
  })
}

interface Renewal {
  readonly old: { readonly endpoint: string; readonly auth: string }
  readonly sent: SentSubscription
  readonly services: readonly string[]
}

/**
 * Only the browser, the push service and this server know an address, and only the first and the last its secret.
 * @throws Refusal `not_found`, `push_service_unknown`, `bad_request`
 */
export async function renewSubscription(db: Database, { old, sent, services }: Renewal): Promise<void> {
  const renewed = readSubscription(sent, services)
  const rows = await db
    .selectFrom('push_subscription')
    .select(['bucket', 'account_id', 'session_id', 'auth'])
    .where('bucket', '=', sql<number>`any(${ALL_BUCKETS}::smallint[])`)
    .where('endpoint', '=', old.endpoint)
    .execute()
  const secret = Buffer.from(old.auth, 'base64url')
  const known = rows.find(({ auth }) => auth.length === secret.length && timingSafeEqual(auth, secret))
  if (!known) throw new Refusal('not_found', 'There is no such subscription')
  await db
    .updateTable('push_subscription')
    .set(renewed)
    .where('bucket', '=', known.bucket)
    .where('account_id', '=', known.account_id)
    .where('session_id', '=', known.session_id)
    .where('endpoint', '=', old.endpoint)
    .execute()
}

function readSubscription({ endpoint, keys }: SentSubscription, services: readonly string[]) {
  if (!isPushService(endpoint, services))
    throw new Refusal('push_service_unknown', 'This is no push service of a browser')
  const p256dh = Buffer.from(keys.p256dh, 'base64url')
  try {
    ECDH.convertKey(p256dh, 'prime256v1')
  } catch {
    throw new Refusal('bad_request', 'p256dh is no key', { fields: ['keys.p256dh'] })
  }
  return { endpoint, p256dh, auth: Buffer.from(keys.auth, 'base64url') }
}

const atEndpoint = (db: Database, endpoint: string) =>
  db
    .deleteFrom('push_subscription')
    .where('bucket', '=', sql<number>`any(${ALL_BUCKETS}::smallint[])`)
    .where('endpoint', '=', endpoint)

/** Notifications to a device that is gone are dropped when they are due. */
export const deleteSubscriptionsOf = (db: Database, player: number) =>
  db.deleteFrom('push_subscription').where('bucket', '=', bucketOf(player)).where('account_id', '=', player)

/** Sessions end in many ways, and their subscriptions get nothing from then on. */
export async function deleteSubscriptionsOfEnded(db: Database): Promise<void> {
  for (const bucket of ALL_BUCKETS) {
    await db
      .deleteFrom('push_subscription')
      .where('bucket', '=', bucket)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('session').select('id').whereRef('id', '=', 'push_subscription.session_id'))),
      )
      .execute()
  }
}
