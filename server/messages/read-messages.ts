import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'

interface Reading {
  readonly player: number
  readonly id: string
  readonly isAllBefore: boolean
  readonly now: number
}

/** Idempotent. True if a message was unread. */
export async function markRead(db: Database, { player, id, isAllBefore, now }: Reading): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('message')
    .set({ read_at: new Date(now) })
    .where('bucket', '=', bucketOf(player))
    .where('account_id', '=', player)
    .where('id', isAllBefore ? '<=' : '=', id)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
