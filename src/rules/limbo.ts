import {
  limboMultiplier,
  limboOutcome,
  limboResult,
  limboReturn,
  limboWinMultiplier,
  parseLimboParams,
  type LimboParams,
} from '#fair/limbo.ts'
import { parseHundredths, parseInteger } from '#fair/parse-value.ts'
import type { InstantRules } from './game-rules.ts'

const LOWEST = 100
const HIGHEST = limboResult(0)

/** Outcomes in hundredths: 439 is 4.39×. */
export const LIMBO: InstantRules<'limbo', LimboParams, number> = {
  slug: 'limbo',
  kind: 'instant',
  parseParams: parseLimboParams,
  parseOutcome: (value) => parseInteger(value, 'the result', LOWEST, HIGHEST),
  draw: (stream) => limboOutcome(stream),
  multiplier: limboMultiplier,
  topMultiplier: limboWinMultiplier,
  edge: (params) => 1 - limboReturn(params),
  wireOutcome: (outcome) => outcome / 100,
  fromWire: (value) => parseHundredths(value, 'the result', LOWEST, HIGHEST),
  wireParams: (params) => params,
}
