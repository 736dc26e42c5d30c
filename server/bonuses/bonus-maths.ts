import type { DepositOffer } from '#contract/promotions.ts'
import { centsOf } from '#contract/values.ts'

const ONE = 10_000n
/** Dollars are released in units of 10⁻⁸, the finest unit of the ledger. */
const DOLLAR_DECIMALS = 8

export type BonusTerms = Pick<DepositOffer, 'bonusBps' | 'minUsd' | 'maxUsd'>

/**
 * Bonus for a deposit in US cents, in smallest units of a coin that counts as one dollar; 0 below the offer's
 * minimum. The part above its maximum does not count. Rounded down.
 */
export function bonusFor(cents: bigint, { bonusBps, minUsd, maxUsd }: BonusTerms, decimals: number): bigint {
  if (cents < centsOf(minUsd)) return 0n
  const most = centsOf(maxUsd)
  const counted = cents < most ? cents : most
  return (counted * BigInt(bonusBps) * 10n ** BigInt(decimals)) / (100n * ONE)
}

/** Rounded down. Edge and result are in 10⁻⁸ US dollars. */
export const releasedBy = (edgeUsd: bigint, releaseBps: number): bigint =>
  (edgeUsd * BigInt(releaseBps)) / ONE

/** From 10⁻⁸ dollars to smallest units of a coin that counts as one dollar, rounded down. */
export function unitsOfDollars(amount: bigint, decimals: number): bigint {
  return amount / 10n ** BigInt(DOLLAR_DECIMALS - decimals)
}

/** Inverse of `unitsOfDollars`, exact. */
export function dollarsOfUnits(units: bigint, decimals: number): bigint {
  return units * 10n ** BigInt(DOLLAR_DECIMALS - decimals)
}

/** US cents of stakes that release `units` on average, rounded up. */
export function playToRelease(
  units: bigint,
  decimals: number,
  { edgeBps, releaseBps }: { readonly edgeBps: number; readonly releaseBps: number },
): bigint {
  const share = BigInt(edgeBps) * BigInt(releaseBps) * 10n ** BigInt(decimals)
  return (units * 100n * ONE * ONE + share - 1n) / share
}
