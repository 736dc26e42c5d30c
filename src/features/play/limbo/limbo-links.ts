import { LIMBO_MAX_TARGET, LIMBO_MIN_TARGET, limboChance, type LimboParams } from '#rules/limbo/limbo.ts'
import { parseTypedNumber } from '#lib/typed-number.ts'

/** Target and chance are one choice seen from two sides; these follow a change of either. */

/** In hundredths of what the chance of a target is divided by: 0.99 ÷ 2.00 is 49.5%. */
const RETURN_HUNDREDTHS = 99
/** Of a chance in percent: 49.5 with four decimals. */
const CHANCE_DECIMALS = 4

/** The nearest target that can be bet on. In hundredths. */
export function withTarget(target: number): LimboParams {
  return { target: Math.min(Math.max(Math.round(target), LIMBO_MIN_TARGET), LIMBO_MAX_TARGET) }
}

/** The target as typed; undefined when it is none. */
export function withTypedTarget(text: string): LimboParams | undefined {
  const target = parseTypedNumber(text, 2)
  return target === undefined ? undefined : withTarget(target)
}

/** The target whose chance comes nearest to the percentage typed; undefined when it is none. */
export function withTypedChance(text: string): LimboParams | undefined {
  const typed = parseTypedNumber(text, CHANCE_DECIMALS)
  if (typed === undefined) return undefined
  const chance = typed / (100 * 10 ** CHANCE_DECIMALS)
  return withTarget(chance > 0 ? RETURN_HUNDREDTHS / chance : LIMBO_MAX_TARGET)
}

/** The chance in percent as a decimal string of four decimals: `49.5000`. */
export function chancePercent(params: LimboParams): string {
  return (limboChance(params) * 100).toFixed(CHANCE_DECIMALS)
}
