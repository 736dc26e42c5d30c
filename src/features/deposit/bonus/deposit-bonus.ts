import type { DepositOffer } from '#contract/promotions.ts'
import { compare, divide, fromBps, multiply, parseDecimal, ZERO, type Decimal } from '#lib/decimal.ts'

export interface DepositBonus {
  /** Bonus in US dollars, credited in the offer's coin. */
  bonus: Decimal
  /** Average stakes in US dollars until all of it is released. */
  playToRelease: Decimal
  /** Compares the deposit with the offer's minimum and maximum. */
  bound: 'below-minimum' | 'within' | 'above-maximum'
}

/**
 * @param deposit in US dollars
 * @param edgeBps house edge of the games that are played
 */
export function depositBonus(offer: DepositOffer, deposit: Decimal, edgeBps: number): DepositBonus {
  const min = parseDecimal(offer.minUsd) ?? ZERO
  const max = parseDecimal(offer.maxUsd) ?? ZERO
  if (compare(deposit, min) < 0) return { bonus: ZERO, playToRelease: ZERO, bound: 'below-minimum' }
  const isAbove = compare(deposit, max) > 0
  const bonus = multiply(isAbove ? max : deposit, fromBps(offer.bonusBps))
  const releasedShare = multiply(fromBps(edgeBps), fromBps(offer.releaseBps))
  return {
    bonus,
    playToRelease: divide(bonus, releasedShare, 2),
    bound: isAbove ? 'above-maximum' : 'within',
  }
}
