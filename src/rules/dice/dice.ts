import { MULTIPLIER_SCALE, type Multiplier } from '#fair/multiplier.ts'
import { parseChoice, parseFields, parseInteger, parseHundredths } from '#fair/parse-value.ts'
import type { RandomStream } from '#fair/stream.ts'
import type { InstantRules } from '#rules/base/game-rules.ts'

export const DICE_SIDES = ['over', 'under'] as const
export type DiceSide = (typeof DICE_SIDES)[number]

export interface DiceParams {
  side: DiceSide
  /** In hundredths: 5_050 is 50.50. */
  target: number
}

/** 0.00 to 100.00 in hundredths, both included. */
export const DICE_OUTCOMES = 10_001
const HIGHEST = DICE_OUTCOMES - 1

/** In hundredths of a percent. The smallest chance pays 9,900×; the largest is the last that pays at least 1.01×. */
export const DICE_MIN_CHANCE = 1
export const DICE_MAX_CHANCE = 9_801

/** 0.99 × 100% in hundredths of a percent × the scale: divided by a chance it is a multiplier. */
const WIN_SHARE = 99 * 100 * MULTIPLIER_SCALE

/** In ten-thousandths. */
export const DICE_MIN_MULTIPLIER: Multiplier = multiplierAt(DICE_MAX_CHANCE)
export const DICE_MAX_MULTIPLIER: Multiplier = multiplierAt(DICE_MIN_CHANCE)

/** In hundredths. */
export function diceTargetRange(side: DiceSide): { min: number; max: number } {
  const targets = [diceTarget(side, DICE_MIN_CHANCE), diceTarget(side, DICE_MAX_CHANCE)]
  return { min: Math.min(...targets), max: Math.max(...targets) }
}

/** @throws {FairnessError} if `value` is not a bet on dice */
export function parseDiceParams(value: unknown): DiceParams {
  const fields = parseFields(value, 'params')
  const side = parseChoice(fields['side'], 'side', DICE_SIDES)
  const { min, max } = diceTargetRange(side)
  return { side, target: parseInteger(fields['target'], 'target', min, max) }
}

/** The roll in hundredths, 0 to 10,000. */
export function diceOutcome(stream: RandomStream): number {
  return Math.floor(stream.next() * DICE_OUTCOMES)
}

/** Number of the 10,001 outcomes that win, which is also the displayed chance in hundredths of a percent. */
export function diceChance({ side, target }: DiceParams): number {
  return side === 'over' ? HIGHEST - target : target
}

/**
 * In hundredths.
 * @param chance in hundredths of a percent
 */
export function diceTarget(side: DiceSide, chance: number): number {
  return side === 'over' ? HIGHEST - chance : chance
}

/** The highest chance, in hundredths of a percent, that still pays this multiplier, limited to the possible range. */
export function diceChanceFor(multiplier: Multiplier): number {
  const chance = Math.floor(WIN_SHARE / Math.max(multiplier, 1))
  return Math.min(Math.max(chance, DICE_MIN_CHANCE), DICE_MAX_CHANCE)
}

/** 99 divided by the chance in percent, cut to four decimals. */
export function diceWinMultiplier(params: DiceParams): Multiplier {
  return multiplierAt(diceChance(params))
}

/** 0 for a loss. */
export function diceMultiplier(params: DiceParams, outcome: number): Multiplier {
  const isWin = params.side === 'over' ? outcome > params.target : outcome < params.target
  return isWin ? diceWinMultiplier(params) : 0
}

/** Return to player, 0 to 1. */
export function diceReturn(params: DiceParams): number {
  return (diceChance(params) * diceWinMultiplier(params)) / (DICE_OUTCOMES * MULTIPLIER_SCALE)
}

// Both are safe integers, so that the quotient's floor is exact.
function multiplierAt(chance: number): Multiplier {
  return Math.floor(WIN_SHARE / chance)
}

/** Outcomes in hundredths: 5_967 is a roll of 59.67. */
export const DICE: InstantRules<'dice', DiceParams, number> = {
  slug: 'dice',
  kind: 'instant',
  parseParams: parseDiceParams,
  parseOutcome: (value) => parseInteger(value, 'the roll', 0, DICE_OUTCOMES - 1),
  draw: (stream) => diceOutcome(stream),
  multiplier: diceMultiplier,
  topMultiplier: diceWinMultiplier,
  edge: (params) => 1 - diceReturn(params),
  wireOutcome: (outcome) => outcome / 100,
  fromWire: (value) => parseHundredths(value, 'the roll', 0, DICE_OUTCOMES - 1),
  wireParams: (params) => params,
}
