import type { DepositOffer } from '#contract/promotions.ts'
import { compare, divide, fromBps, multiply, parseDecimal, ZERO, type Decimal } from '#lib/decimal.ts'

export interface DepositBonus {
  /** US dollars credited on top of the deposit, as the offer's coin. */
  bonus: Decimal
  /** US dollars a player plays on average until all of it is released. */
  playToRelease: Decimal
  /** Whether the deposit is below the least or above the most that counts. */
  bound: 'below-minimum' | 'within' | 'above-maximum'
}

/** What a deposit worth `deposit` US dollars brings under `offer`, played at `edgeBps`. */
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
