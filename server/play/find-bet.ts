import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { openRoundOf, settledBetOf, type OpenRound, type SettledBet } from './play-record.ts'

/** A bet of the player that his seeds decide, by its id or its key, whether it is over or not. */
export async function findBet(
  db: Database,
  uid: number,
  by: { readonly id: string } | { readonly key: string },
): Promise<OpenRound | SettledBet | undefined> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['key', by.key] as const)
  const round = await db
    .selectFrom('round')
    .selectAll()
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .where('crash_round', 'is', null)
    .where(column, '=', value)
    .executeTakeFirst()
  if (round) return openRoundOf(round)
  // Second: a round that ends meanwhile is a bet by now.
  const bet = await db
    .selectFrom('bet')
    .selectAll()
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .where('crash_round', 'is', null)
    .where(column, '=', value)
    .executeTakeFirst()
  return bet && settledBetOf(bet)
}
