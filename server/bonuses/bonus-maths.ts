import type { DepositOffer } from '#contract/promotions.ts'
import { centsOf } from '#contract/values.ts'

/** Basis points of one. */
const ONE = 10_000n
/** Dollars are released in units of 10⁻⁸, the finest that the ledger keeps of any coin. */
const DOLLAR_DECIMALS = 8

export type BonusTerms = Pick<DepositOffer, 'bonusBps' | 'minUsd' | 'maxUsd'>

/**
 * The bonus for a deposit worth so many US cents, in smallest units of a coin that counts one dollar each;
 * 0 below the offer's minimum. What is above its maximum does not count. Rounded down to a whole unit.
 */
export function bonusFor(cents: bigint, { bonusBps, minUsd, maxUsd }: BonusTerms, decimals: number): bigint {
  if (cents < centsOf(minUsd)) return 0n
  const most = centsOf(maxUsd)
  const counted = cents < most ? cents : most
  return (counted * BigInt(bonusBps) * 10n ** BigInt(decimals)) / (100n * ONE)
}

/** Edge × share, rounded down. Edge and result in 10⁻⁸ US dollars. */
export const releasedBy = (edgeUsd: bigint, releaseBps: number): bigint =>
  (edgeUsd * BigInt(releaseBps)) / ONE

/** 10⁻⁸ dollars as smallest units of a coin that counts one dollar each, rounded down. */
export function unitsOfDollars(amount: bigint, decimals: number): bigint {
  return amount / 10n ** BigInt(DOLLAR_DECIMALS - decimals)
}

/** The opposite, exact. */
export function dollarsOfUnits(units: bigint, decimals: number): bigint {
  return units * 10n ** BigInt(DOLLAR_DECIMALS - decimals)
}

/** US cents that are played on average until `units` of such a coin are released, a part of a cent counted as one. */
export function playToRelease(
  units: bigint,
  decimals: number,
  { edgeBps, releaseBps }: { readonly edgeBps: number; readonly releaseBps: number },
): bigint {
  const share = BigInt(edgeBps) * BigInt(releaseBps) * 10n ** BigInt(decimals)
  return (units * 100n * ONE * ONE + share - 1n) / share
}
