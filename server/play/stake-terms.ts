import type { BetLimits } from '#contract/play.ts'
import type { StakeTerms } from '#rules/plan/bet.ts'
import { PRICE_DECIMALS, type Rate } from '#server/coins/convert-at.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { PlayConfig } from '#server/config/play-config.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'

/** Any payout up to this fits a 64-bit column. */
export const LARGEST_PAYOUT = 10n ** 18n
const CENT_DECIMALS = 2
const DOLLAR = 10n ** BigInt(PRICE_DECIMALS)

/**
 * Turns the operator's limits from dollars into units of a coin, at its last price.
 * @param cap highest stake by the profile, in US cents; exact, since a law may have set it
 */
export function stakeTermsOf(
  { minStake, maxStake, maxPayout }: PlayConfig,
  rate: Rate,
  cap: bigint | null,
): StakeTerms {
  const figure = (dollars: bigint) => {
    const units = (dollars * 10n ** BigInt(rate.decimals + PRICE_DECIMALS - DOLLAR_DECIMALS)) / rate.priceUsd
    const round = rate.priceUsd === DOLLAR ? units : sensibleFigure(units)
    if (round < 1n) return 1n
    return round > LARGEST_PAYOUT ? LARGEST_PAYOUT : round
  }
  const most = figure(maxStake)
  const allowed =
    cap === null
      ? most
      : (cap * 10n ** BigInt(rate.decimals + PRICE_DECIMALS - CENT_DECIMALS)) / rate.priceUsd
  return {
    minStake: figure(minStake),
    maxStake: allowed < most ? allowed : most,
    maxPayout: figure(maxPayout),
  }
}

/** The nearest of 1, 2, 5, 10, 20, 50 and so on, by ratio. */
function sensibleFigure(units: bigint): bigint {
  const power = 10n ** BigInt(`${units}`.length - 1)
  const thousandths = (units * 1_000n) / power
  // Square roots of 1 × 2, 2 × 5 and 5 × 10.
  if (thousandths < 1_414n) return power
  if (thousandths < 3_162n) return 2n * power
  return (thousandths < 7_071n ? 5n : 10n) * power
}

export function toBetLimits(terms: StakeTerms, { coin, decimals }: Rate): BetLimits {
  return {
    coin,
    decimals,
    minStake: toDecimal(terms.minStake, decimals),
    maxStake: toDecimal(terms.maxStake, decimals),
    maxPayout: toDecimal(terms.maxPayout, decimals),
  }
}
