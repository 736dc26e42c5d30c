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

/** Target, chance and multiplier are one choice seen from three sides; these follow a change of one of them. */

/** The other side of the line, with the same chance. */
export function withOtherSide(params: DiceParams): DiceParams {
  const side = params.side === 'over' ? 'under' : 'over'
  return { side, target: diceTarget(side, diceChance(params)) }
}

/** The nearest target that can be bet on. In hundredths. */
export function withTarget({ side }: DiceParams, target: number): DiceParams {
  const { min, max } = diceTargetRange(side)
  return { side, target: Math.min(Math.max(Math.round(target), min), max) }
}

/** The nearest chance there is. In hundredths of a percent. */
export function withChance({ side }: DiceParams, chance: number): DiceParams {
  const nearest = Math.min(Math.max(chance, DICE_MIN_CHANCE), DICE_MAX_CHANCE)
  return { side, target: diceTarget(side, nearest) }
}

/** The chance as typed in percent; undefined when it is none. */
export function withTypedChance(params: DiceParams, text: string): DiceParams | undefined {
  const chance = parseTypedNumber(text, 2)
  return chance === undefined ? undefined : withChance(params, chance)
}

/** The chance whose multiplier comes nearest to the one typed; undefined when it is none. */
export function withTypedMultiplier(params: DiceParams, text: string): DiceParams | undefined {
  const multiplier = parseTypedNumber(text, 4)
  return multiplier === undefined ? undefined : withChance(params, diceChanceFor(multiplier))
}
