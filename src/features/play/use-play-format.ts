import { useLingui } from '@lingui/react/macro'
import { MULTIPLIER_SCALE, type Multiplier } from '#fair/multiplier.ts'
import { useFormat } from '#i18n/use-format.ts'
import { formatDecimal } from '#lib/decimal.ts'
import type { Balance, Coin, SettledBet } from './play-engine.ts'
import { usePlayableGames } from './play-context.ts'

const MINUS = '−'
const MULTIPLIER_DECIMALS = Math.log10(MULTIPLIER_SCALE)
/** Below this a field shows a multiplier with all of its decimals. */
const EXACT_BELOW = 100 * MULTIPLIER_SCALE

const signOf = (units: bigint) => (units === 0n ? '' : units < 0n ? MINUS : '+')
const sizeOf = (units: bigint) => (units < 0n ? -units : units)

export function usePlayFormat() {
  const { t, i18n } = useLingui()
  const { decimal } = useFormat()
  const playableGame = usePlayableGames()

  const amount = (units: bigint, { decimals }: Pick<Balance, 'decimals'>) =>
    decimal(formatDecimal({ units, scale: decimals }), 2, decimals)
  /** An amount with its coin; whole demo coins stand without decimals: "10 demo". */
  const coins = (units: bigint, coin: Coin) => {
    if (!coin.isDemo) return `${amount(units, coin)} ${coin.symbol}`
    const isWhole = units % 10n ** BigInt(coin.decimals) === 0n
    const sum = isWhole ? decimal(formatDecimal({ units, scale: coin.decimals }), 0) : amount(units, coin)
    return t`${sum} demo`
  }
  /** From hundredths: a roll, a target or a chance. 5_050 is `50.50`. */
  const hundredths = (value: number) => decimal((value / 100).toFixed(2))

  return {
    /** Without the coin; not for negative amounts. */
    amount,
    hundredths,
    /** `1.98×`: two decimals at least, four where there are four. */
    multiplier: (value: Multiplier) =>
      `${decimal(formatDecimal({ units: BigInt(value), scale: MULTIPLIER_DECIMALS }), 2, MULTIPLIER_DECIMALS)}×`,
    /** `1.9800`: for a field, without the sign. */
    exactMultiplier: (value: Multiplier) =>
      decimal(
        formatDecimal({ units: BigInt(value), scale: MULTIPLIER_DECIMALS }),
        value < EXACT_BELOW ? MULTIPLIER_DECIMALS : 2,
        MULTIPLIER_DECIMALS,
      ),
    coins,
    /** Without the coin; with its sign unless it is zero. */
    signed: (units: bigint, coin: Pick<Balance, 'decimals'>) =>
      `${signOf(units)}${amount(sizeOf(units), coin)}`,
    signedCoins: (units: bigint, coin: Coin) => `${signOf(units)}${coins(sizeOf(units), coin)}`,
    result: (bet: SettledBet): string =>
      playableGame(bet.game).resultOf(bet, { hundredths, say: (message) => i18n._(message) }),
  }
}
