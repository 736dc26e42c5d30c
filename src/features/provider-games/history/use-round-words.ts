import type { ProviderRound } from '#contract/provider-games.ts'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { compare, formatDecimal, parseDecimal, unitsAt, ZERO } from '#lib/decimal.ts'

/** Most decimals of any coin. */
const SCALE = 8
const MINUS = '−'

/** Amounts of a round. */
export function useRoundWords() {
  const { decimal } = useFormat()
  const withCoin = (amount: string, coin: string) => `${decimal(amount, 2)} ${coinSymbol(coin)}`
  return {
    withCoin,
    /** Without the coin; with its sign unless it is zero. */
    signed: ({ staked, paid }: ProviderRound): string => {
      const units = unitsAt(parseDecimal(paid) ?? ZERO, SCALE) - unitsAt(parseDecimal(staked) ?? ZERO, SCALE)
      const size = decimal(formatDecimal({ units: units < 0n ? -units : units, scale: SCALE }), 2)
      return units === 0n ? size : `${units < 0n ? MINUS : '+'}${size}`
    },
    isWon: ({ staked, paid }: ProviderRound): boolean =>
      compare(parseDecimal(paid) ?? ZERO, parseDecimal(staked) ?? ZERO) > 0,
  }
}
