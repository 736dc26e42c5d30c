export interface BetSums {
  /** In smallest units. */
  readonly staked: bigint
  readonly paid: bigint
  /** Sums of squared stakes, squared payouts, and products of payout and stake, in smallest units squared. */
  readonly squares: { readonly staked: number; readonly paid: number; readonly products: number }
}

/** `unitUsd`: dollars for one smallest unit. */
interface Valued extends BetSums {
  readonly unitUsd: number
}

/**
 * Standard error, in basis points, of the return: Σ paid ÷ Σ staked over all coins at today's prices. Computed from the
 * deviations of payouts from that share of their stakes.
 * @returns null for fewer than two bets, or when all have the same result
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
  // Smaller values are rounding errors: all bets had the same result.
  if (spread <= parts(1) * 1e-12) return null
  return Math.round((10_000 * Math.sqrt((spread * bets) / (bets - 1))) / staked)
}
