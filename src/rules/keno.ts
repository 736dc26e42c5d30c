import { FairnessError } from '#fair/fairness-error.ts'
import {
  KENO_DRAWN,
  KENO_NUMBERS,
  KENO_PICK_COUNTS,
  kenoMultiplier,
  kenoMultipliers,
  kenoOutcome,
  kenoReturn,
  parseKenoParams,
  type KenoParams,
} from '#fair/keno.ts'
import { parseChoice, parseInteger } from '#fair/parse-value.ts'
import type { InstantRules } from './game-rules.ts'

const pickCountOf = ({ picks }: KenoParams) =>
  parseChoice(picks.length, 'the number of picks', KENO_PICK_COUNTS)

/** Outcomes are the ten numbers drawn, of 0 … 39, in the order drawn. */
export const KENO: InstantRules<'keno', KenoParams, readonly number[]> = {
  slug: 'keno',
  kind: 'instant',
  /** The picks lowest first, so that the same numbers are the same bet, in whatever order they were picked. */
  parseParams(value) {
    const { risk, picks } = parseKenoParams(value)
    return { risk, picks: [...picks].sort((a, b) => a - b) }
  },
  parseOutcome(value) {
    if (!Array.isArray(value) || value.length !== KENO_DRAWN || new Set(value).size !== value.length) {
      throw new FairnessError(`the draw must be ${KENO_DRAWN} different numbers`)
    }
    return value.map((number) => parseInteger(number, 'a number', 0, KENO_NUMBERS - 1))
  },
  draw: (stream) => kenoOutcome(stream),
  multiplier: kenoMultiplier,
  topMultiplier: (params) => Math.max(...kenoMultipliers(params.risk, pickCountOf(params))),
  edge: (params) => 1 - kenoReturn(params.risk, pickCountOf(params)),
  wireOutcome: (outcome) => outcome,
  fromWire: (value) => KENO.parseOutcome(value),
  wireParams: (params) => params,
}
