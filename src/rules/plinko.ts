import { FairnessError } from '#fair/fairness-error.ts'
import { parseChoice } from '#fair/parse-value.ts'
import {
  parsePlinkoParams,
  plinkoMultiplier,
  plinkoMultipliers,
  plinkoOutcome,
  plinkoReturn,
  type PlinkoParams,
  type PlinkoStep,
} from '#fair/plinko.ts'
import type { InstantRules } from './game-rules.ts'

const SIDES = ['L', 'R'] as const satisfies readonly PlinkoStep[]

/** Outcomes are the ball's way: left or right at each row. */
export const PLINKO: InstantRules<'plinko', PlinkoParams, readonly PlinkoStep[]> = {
  slug: 'plinko',
  kind: 'instant',
  parseParams: parsePlinkoParams,
  parseOutcome(value) {
    if (!Array.isArray(value)) throw new FairnessError('the way must be a list of L and R')
    return value.map((side) => parseChoice(side, 'a row', SIDES))
  },
  draw: (stream, { rows }) => plinkoOutcome(stream, rows),
  multiplier: plinkoMultiplier,
  topMultiplier: (params) => Math.max(...plinkoMultipliers(params)),
  edge: (params) => 1 - plinkoReturn(params),
  wireOutcome: (outcome) => outcome.join(''),
  fromWire(value, { rows }) {
    if (typeof value !== 'string' || value.length !== rows) {
      throw new FairnessError(`the way must be a text of ${rows} times L or R`)
    }
    return PLINKO.parseOutcome([...value])
  },
  wireParams: (params) => params,
}
