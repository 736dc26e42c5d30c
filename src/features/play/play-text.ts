import { MULTIPLIER_SCALE, type Multiplier } from '#fair/multiplier.ts'
import { useFormat } from '#i18n/use-format.ts'
import { formatDecimal } from '#lib/decimal.ts'

/** Decimals of practice coins, until the engine says. */
const DECIMALS = 6
/** Below this a multiplier is shown with all of its four decimals. */
const EXACT_BELOW = 100 * MULTIPLIER_SCALE

/** How figures of play are written in the player's language. `decimals` are the coin's. */
export function usePlayText(decimals = DECIMALS) {
  const { decimal } = useFormat()
  const amount = (units: bigint) =>
    units < 0n
      ? `−${decimal(formatDecimal({ units: -units, scale: decimals }), 2, decimals)}`
      : decimal(formatDecimal({ units, scale: decimals }), 2, decimals)
  return {
    /** An amount of the coin's smallest units, without the coin. */
    amount,
    /** The same with a plus where it is more than nothing. */
    signed: (units: bigint) => (units > 0n ? `+${amount(units)}` : amount(units)),
    /** `1.98×`: as short as it can be, with two decimals at least. */
    multiplier: (value: Multiplier) => `${decimal(scaled(value, 4), 2, 4)}×`,
    /** `1.9800`: for a field, without the sign. */
    exactMultiplier: (value: Multiplier) => decimal(scaled(value, 4), value < EXACT_BELOW ? 4 : 2, 4),
    /** Hundredths as a number of two decimals: 5_050 is `50.50`. */
    hundredths: (value: number) => decimal(scaled(value, 2), 2, 2),
  }
}

function scaled(value: number, scale: number): string {
  return formatDecimal({ units: BigInt(value), scale })
}
