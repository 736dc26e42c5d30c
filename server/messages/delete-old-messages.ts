import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { BUCKETS } from '#server/ledger/bucket.ts'

const KEPT_MS = 90 * 24 * 60 * 60_000
export const MESSAGES_KEPT = 500

/** Keeps the newest ones of each player. Bucket by bucket, so that no statement takes long. */
export async function deleteOldMessages(db: Database, now: number): Promise<void> {
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    await db
      .deleteFrom('message')
      .where('bucket', '=', bucket)
      .where('at', '<=', new Date(now - KEPT_MS))
      .execute()
    await sql`
      delete from message using (
        select account_id, (array_agg(id order by id desc))[${sql.lit(MESSAGES_KEPT)}] as oldest
        from message where bucket = ${bucket}
        group by account_id having count(*) > ${MESSAGES_KEPT}
      ) full_box
      where message.bucket = ${bucket} and message.account_id = full_box.account_id
        and message.id < full_box.oldest`.execute(db)
  }
}
