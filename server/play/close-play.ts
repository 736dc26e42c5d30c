import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'

/**
 * Ends the bets of an account that is being closed. Call it in the transaction that closes the account and holds its
 * lock, before its money goes.
 * @throws Refusal `round_open` while a round waits for the player
 */
export async function closePlay(trx: Database, uid: number, now: number): Promise<void> {
  const place = { bucket: bucketOf(uid), account_id: uid }
  const closed_at = new Date(now)
  // A bet that is being taken comes first; the next one finds another revision.
  await trx
    .insertInto('play_account')
    .values({ ...place, closed_at })
    .onConflict((conflict) =>
      conflict
        .columns(['bucket', 'account_id'])
        .doUpdateSet((eb) => ({ closed_at, revision: eb('play_account.revision', '+', '1') })),
    )
    .execute()
  const open = await trx
    .selectFrom('round')
    .select('id')
    .where('bucket', '=', place.bucket)
    .where('account_id', '=', uid)
    .limit(1)
    .executeTakeFirst()
  if (open) throw new Refusal('round_open', 'A round of this account waits for its player')
}
