import type { Progress } from '#contract/progress.ts'
import { Refusal } from '#server/base/refusal.ts'
import { toDecimal } from '#server/coins/units.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import type { Database } from '#server/db/tables.ts'
import { readAccount } from '#server/identity/account-row.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { readPlayed } from '#server/rewards/claimable.ts'

/** @throws Refusal `unauthorized` if the account was closed */
export async function lockPlayAccount(trx: Database, uid: number) {
  const row = await trx
    .selectFrom('play_account')
    .selectAll()
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .forUpdate()
    .executeTakeFirst()
  // It says whether the account is still open.
  if (!row || row.closed_at) await readAccount(trx, uid)
  return row
}

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
  const openElsewhere = await trx
    .selectFrom('provider_round')
    .select('round')
    .where('bucket', '=', place.bucket)
    .where('account_id', '=', uid)
    .where('closed_at', 'is', null)
    .where('bets', '>', 0)
    .limit(1)
    .executeTakeFirst()
  if (open ?? openElsewhere) throw new Refusal('round_open', 'A round of this account waits for its player')
}

export async function readProgress(db: Database, uid: number): Promise<Progress> {
  const { wagered, edge } = await readPlayed(db, uid)
  return { wageredUsd: toDecimal(wagered, DOLLAR_DECIMALS), edgeUsd: toDecimal(edge, DOLLAR_DECIMALS) }
}
