import {
  DICE_MAX_CHANCE,
  DICE_MIN_CHANCE,
  diceChance,
  diceChanceFor,
  diceTarget,
  diceTargetRange,
  type DiceParams,
} from '#rules/dice/dice.ts'
import { parseTypedNumber } from '#lib/typed-number.ts'

/** Target, chance and multiplier are three views of one choice. These functions follow a change of one of them. */

/** Switches the side and keeps the chance. */
export function withOtherSide(params: DiceParams): DiceParams {
  const side = params.side === 'over' ? 'under' : 'over'
  return { side, target: diceTarget(side, diceChance(params)) }
}

/** @param target in hundredths, rounded and clamped to the allowed range */
export function withTarget({ side }: DiceParams, target: number): DiceParams {
  const { min, max } = diceTargetRange(side)
  return { side, target: Math.min(Math.max(Math.round(target), min), max) }
}

/** @param chance in hundredths of a percent, clamped to the allowed range */
export function withChance({ side }: DiceParams, chance: number): DiceParams {
  const nearest = Math.min(Math.max(chance, DICE_MIN_CHANCE), DICE_MAX_CHANCE)
  return { side, target: diceTarget(side, nearest) }
}

/** @returns undefined for text that is not a percentage */
export function withTypedChance(params: DiceParams, text: string): DiceParams | undefined {
  const chance = parseTypedNumber(text, 2)
  return chance === undefined ? undefined : withChance(params, chance)
}

/**
 * Finds the chance with the nearest multiplier.
 * @returns undefined for text that is not a number
 */
export function withTypedMultiplier(params: DiceParams, text: string): DiceParams | undefined {
  const multiplier = parseTypedNumber(text, 4)
  return multiplier === undefined ? undefined : withChance(params, diceChanceFor(multiplier))
}
