/** The bets of a game in one coin, added up. */
export interface BetSums {
  /** In smallest units. */
  readonly staked: bigint
  readonly paid: bigint
  /** Of all stakes, of all payouts, and of each payout with its stake, in smallest units squared. */
  readonly squares: { readonly staked: number; readonly paid: number; readonly products: number }
}

/** What a smallest unit of that coin is worth, in dollars. */
interface Valued extends BetSums {
  readonly unitUsd: number
}

/**
 * Standard error of what came back of the stakes, which is Σ paid ÷ Σ staked over all coins at today's prices, in
 * basis points. It comes from how far each payout was from that share of its stake.
 * @returns null where bets tell nothing about it: below two, or all with the same result
 */
export function standardErrorBps(bets: number, coins: readonly Valued[]): number | null {
  const sum = (of: (coin: Valued) => number) => coins.reduce((all, coin) => all + of(coin), 0)
  const staked = sum(({ staked: units, unitUsd }) => Number(units) * unitUsd)
  if (bets < 2 || staked === 0) return null
  const share = sum(({ paid, unitUsd }) => Number(paid) * unitUsd) / staked
  const parts = (sign: number) =>
    sum(
      ({ squares, unitUsd }) =>
        unitUsd ** 2 * (squares.paid + share ** 2 * squares.staked + sign * 2 * share * squares.products),
    )
  const spread = parts(-1)
  // Of floating point nothing smaller is left than that: all bets had one result.
  if (spread <= parts(1) * 1e-12) return null
  return Math.round((10_000 * Math.sqrt((spread * bets) / (bets - 1))) / staked)
}
