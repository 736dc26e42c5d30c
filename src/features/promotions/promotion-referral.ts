import { fromBps, multiply, type Decimal } from '#lib/decimal.ts'

/** Share of the house edge of what invited players wager: 10%. */
export const REFERRAL_BPS = 1_000

/** What `wagered` US dollars of invited players at `edgeBps` bring the one who invited them, exact. */
export function referralEarning(wagered: Decimal, edgeBps: number): Decimal {
  return multiply(wagered, multiply(fromBps(edgeBps), fromBps(REFERRAL_BPS)))
}
