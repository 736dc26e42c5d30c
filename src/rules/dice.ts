import {
  DICE_OUTCOMES,
  diceMultiplier,
  diceOutcome,
  diceReturn,
  diceWinMultiplier,
  parseDiceParams,
  type DiceParams,
} from '#fair/dice.ts'
import { parseHundredths, parseInteger } from '#fair/parse-value.ts'
import type { InstantRules } from './game-rules.ts'

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
