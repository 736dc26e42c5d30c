import { rakebackBpsAt, shareOfEdge, type EdgeShares } from '#rules/rewards/edge-shares.ts'
import { dollarsOfUnits, releasedBy, unitsOfDollars } from '#server/bonuses/bonus-maths.ts'

/** USDT on TRON. */
export const DECIMALS = 6

export interface Earned {
  readonly level: number
  /** The edge that was counted of each bet, in 10⁻⁸ dollars. */
  readonly bets: readonly bigint[]
}

/** As it is paid: cut to smallest units. In 10⁻⁸ dollars. */
export const paid = (dollars: bigint): bigint => dollarsOfUnits(unitsOfDollars(dollars, DECIMALS), DECIMALS)

/** The most that comes back to accounts of which each has invited another one, and each wins the largest prize. */
export function backOf(accounts: readonly Earned[], shares: EdgeShares, releaseBps: number) {
  let [back, all] = [0n, 0n]
  for (const { bets, level } of accounts) {
    const edge = bets.reduce((sum, each) => sum + each, 0n)
    const prize = Math.max(shares.racePoolBps, shares.racePrizeMostBps)
    for (const bps of [rakebackBpsAt(level, shares), shares.levelGiftBps, shares.referralBps, prize]) {
      back += paid(shareOfEdge(edge, bps))
    }
    back += shareOfEdge(edge, shares.wheelBps)
    for (const bet of bets) back += releasedBy(bet, releaseBps)
    all += edge
  }
  return { back, edge: all }
}
