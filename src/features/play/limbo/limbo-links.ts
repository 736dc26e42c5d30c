import { LIMBO_MAX_TARGET, LIMBO_MIN_TARGET, limboChance, type LimboParams } from '#rules/limbo/limbo.ts'
import { parseTypedNumber } from '#lib/typed-number.ts'

/** Target and chance are two views of one choice. These functions follow a change of one of them. */

/** Numerator in chance = numerator ÷ target: 0.99 ÷ 2.00 is 49.5%. */
const RETURN_HUNDREDTHS = 99
/** A chance in percent has four decimals: 49.5000. */
const CHANCE_DECIMALS = 4

/** @param target in hundredths, rounded and clamped to the allowed range */
export function withTarget(target: number): LimboParams {
  return { target: Math.min(Math.max(Math.round(target), LIMBO_MIN_TARGET), LIMBO_MAX_TARGET) }
}

/** @returns undefined for text that is not a number */
export function withTypedTarget(text: string): LimboParams | undefined {
  const target = parseTypedNumber(text, 2)
  return target === undefined ? undefined : withTarget(target)
}

/**
 * Finds the target with the nearest chance.
 * @returns undefined for text that is not a percentage
 */
export function withTypedChance(text: string): LimboParams | undefined {
  const typed = parseTypedNumber(text, CHANCE_DECIMALS)
  if (typed === undefined) return undefined
  const chance = typed / (100 * 10 ** CHANCE_DECIMALS)
  return withTarget(chance > 0 ? RETURN_HUNDREDTHS / chance : LIMBO_MAX_TARGET)
}

/** With four decimals: `49.5000`. */
export function chancePercent(params: LimboParams): string {
  return (limboChance(params) * 100).toFixed(CHANCE_DECIMALS)
}
