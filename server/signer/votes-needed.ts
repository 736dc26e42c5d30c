import type { Clock } from '#server/base/clock.ts'
import { hasFloor, UNIT, type CoinRules } from '#server/config/coin-rules.ts'
import type { VoteCounting } from '#server/config/vote-counting.ts'
import type { Database, WithdrawalRow } from '#server/db/tables.ts'
import { ratesFor, worthAt } from './worth.ts'

const DAY_MS = 24 * 60 * 60_000

interface Context {
  readonly db: Database
  readonly clock: Clock
  readonly coinRules: CoinRules
  readonly votes: VoteCounting
}
type Row = Pick<WithdrawalRow, 'id' | 'account_id' | 'address' | 'coin' | 'amount'>

/**
 * Tells the number of operators who must approve each of the withdrawals. Others of the same player or address count
 * too if they are in review or were approved in the last 24 hours: many small withdrawals must not bypass the limit for
 * a large one.
 */
export async function votesNeeded(
  { db, clock, coinRules, votes }: Context,
  rows: readonly Row[],
): Promise<(row: Row) => 1 | 2> {
  const now = clock()
  const counted = rows.length === 0 ? [] : await readCounted(db, rows, new Date(now - DAY_MS))
  const rates = await ratesFor(db, [...rows, ...counted])
  const { maxPriceAgeMs, fourEyes } = votes
  const isUnsure = ({ coin }: Row) => {
    if (coin === UNIT) return false
    const rate = rates.get(coin)
    if (!rate || !coinRules.decimals.has(coin)) return true
    if (coinRules.mustKnow && !hasFloor(coinRules, coin)) return true
    return maxPriceAgeMs !== null && now - rate.pricedAt.getTime() > maxPriceAgeMs
  }
  return (row) => {
    const others = counted.filter(
      ({ id, account_id, address }) =>
        id !== row.id && (account_id === row.account_id || address === row.address),
    )
    const all = [row, ...others]
    if (all.some(isUnsure)) return 2
    const paid = all.map(({ coin, amount }) => ({ coin, paid: BigInt(amount) }))
    return worthAt(rates, coinRules, paid) > fourEyes ? 2 : 1
  }
}

function readCounted(db: Database, rows: readonly Row[], since: Date): Promise<Row[]> {
  return db
    .selectFrom('withdrawal')
    .select(['id', 'account_id', 'address', 'coin', 'amount'])
    .where((where) =>
      where.or([
        where('account_id', 'in', [...new Set(rows.map(({ account_id }) => account_id))]),
        where('address', 'in', [...new Set(rows.map(({ address }) => address))]),
      ]),
    )
    .where((where) =>
      where.or([
        where('status', '=', 'review'),
        where.and([
          where('approved_at', 'is not', null),
          where.or([
            where('status', 'in', ['queued', 'signing']),
            where.and([
              where('status', 'in', ['signed', 'broadcast', 'confirmed']),
              where.or([where('approved_at', '>', since), where('signed_at', '>', since)]),
            ]),
          ]),
        ]),
      ]),
    )
    .execute()
}
