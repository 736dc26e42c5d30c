import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { IDLE_MS } from '#server/identity/sessions.ts'
import { ALL_BUCKETS } from '#server/ledger/bucket.ts'

export const BATCH = 20
/** Longer than any delivery can take: after it the process that claimed the push counts as dead. */
const LEASE_MS = 60_000

export type DuePush = Awaited<ReturnType<typeof claimPushes>>[number]

/** The pushes become due again when the lease ends. */
export function claimPushes(db: Database, now: number) {
  return db
    .updateTable('push')
    .set((eb) => ({ tries: eb('tries', '+', 1), next_try_at: new Date(now + LEASE_MS) }))
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('bucket', 'account_id', 'message_id', 'session_id'),
        'in',
        selectFrom('push')
          .select(['bucket', 'account_id', 'message_id', 'session_id'])
          .where('bucket', '=', sql<number>`any(${ALL_BUCKETS}::smallint[])`)
          .where('next_try_at', '<=', new Date(now))
          .orderBy('next_try_at')
          .limit(BATCH)
          .forUpdate()
          .skipLocked()
          .$asTuple('bucket', 'account_id', 'message_id', 'session_id'),
      ),
    )
    .returning(['bucket', 'account_id', 'message_id', 'session_id', 'give_up_at', 'tries'])
    .execute()
}

/** Undefined when device or message is gone. */
export function readDevice(db: Database, push: DuePush, now: number) {
  return db
    .selectFrom('push_subscription as device')
    .innerJoin('message', (join) =>
      join
        .onRef('message.bucket', '=', 'device.bucket')
        .onRef('message.account_id', '=', 'device.account_id')
        .on('message.id', '=', push.message_id),
    )
    .innerJoin('account', 'account.id', 'device.account_id')
    .select(['device.endpoint', 'device.p256dh', 'device.auth', 'device.server_key'])
    .select(['device.origin', 'device.locale'])
    .select(['message.kind', 'message.data', 'message.read_at', 'account.quiet_hours'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('session')
          .select('session.id')
          .whereRef('session.id', '=', 'device.session_id')
          .where('session.expires_at', '>', new Date(now))
          .where('session.last_used_at', '>', new Date(now - IDLE_MS)),
      ).as('isLoggedIn'),
    )
    .where('device.bucket', '=', push.bucket)
    .where('device.account_id', '=', push.account_id)
    .where('device.session_id', '=', push.session_id)
    .executeTakeFirst()
}

/** Due again from then on, if this process still holds it. `tries` is 0 when none was made. */
export async function postponePush(
  db: Database,
  push: DuePush,
  { from, tries }: { readonly from: number; readonly tries: number },
): Promise<void> {
  await db
    .updateTable('push')
    .set({ next_try_at: new Date(from), tries })
    .where('bucket', '=', push.bucket)
    .where('account_id', '=', push.account_id)
    .where('message_id', '=', push.message_id)
    .where('session_id', '=', push.session_id)
    .where('tries', '=', push.tries)
    .execute()
}

export async function removePush(
  db: Database,
  { bucket, account_id, message_id, session_id }: DuePush,
): Promise<void> {
  await db
    .deleteFrom('push')
    .where('bucket', '=', bucket)
    .where('account_id', '=', account_id)
    .where('message_id', '=', message_id)
    .where('session_id', '=', session_id)
    .execute()
}

/** With all that is queued for it. One that has another address by now stays, and gets the push when the lease ends. */
export async function forgetDevice(
  db: Database,
  { bucket, account_id, session_id }: DuePush,
  endpoint: string,
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscription')
    .where('bucket', '=', bucket)
    .where('account_id', '=', account_id)
    .where('session_id', '=', session_id)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return
  await db
    .deleteFrom('push')
    .where('bucket', '=', bucket)
    .where('account_id', '=', account_id)
    .where('session_id', '=', session_id)
    .execute()
}
