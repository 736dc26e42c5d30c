/** Parts of the house edge that players get back, in basis points of it. */
export interface EdgeShares {
  /** At LV.1. */
  readonly rakebackBps: number
  /** More with each level, up to `rakebackMostBps`. */
  readonly rakebackStepBps: number
  readonly rakebackMostBps: number
  /** To the player who has invited. */
  readonly referralBps: number
  readonly levelGiftBps: number
  /** Worth of a turn of the daily wheel, on average. */
  readonly wheelBps: number
  /** Prizes of a race, of the week's edge of all who take part. */
  readonly racePoolBps: number
  /** No prize is larger than this part of the winner's own edge of the week. */
  readonly racePrizeMostBps: number
}

/** The most that may come back of each dollar of house edge, to whomever. */
export const MOST_BACK_BPS = 6_000

const ONE = 10_000n

export function rakebackBpsAt(
  level: number,
  {
    rakebackBps,
    rakebackStepBps,
    rakebackMostBps,
  }: Pick<EdgeShares, 'rakebackBps' | 'rakebackStepBps' | 'rakebackMostBps'>,
): number {
  return Math.min(rakebackMostBps, rakebackBps + (level - 1) * rakebackStepBps)
}

/**
 * Rounded down. Edge and result in the same unit. An edge below 0 has no share: a bet on a game of others was taken back
 * after its edge was paid for.
 */
export const shareOfEdge = (edge: bigint, bps: number): bigint =>
  edge > 0n ? (edge * BigInt(bps)) / ONE : 0n

/**
 * Largest part of a player's edge that can come back, in basis points: to the player, and to the one who has invited.
 * @param releaseBps share of the bonus whose release takes the most
 */
export const mostBackBps = (shares: EdgeShares, releaseBps: number): number =>
  Object.values(mostBackParts(shares, releaseBps)).reduce((sum, bps) => sum + bps, 0)

/** The summands of `mostBackBps`, each by its name for the operator. */
export const mostBackParts = (shares: EdgeShares, releaseBps: number) => ({
  rakeback: Math.max(shares.rakebackBps, shares.rakebackMostBps),
  referral: shares.referralBps,
  'release of bonuses': releaseBps,
  'level gifts': shares.levelGiftBps,
  wheel: shares.wheelBps,
  race: Math.max(shares.racePoolBps, shares.racePrizeMostBps),
})
