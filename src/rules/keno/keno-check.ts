import type { Multiplier } from '#fair/multiplier.ts'
import { parseChoice, parseInteger, parseList } from '#fair/parse-value.ts'
import { type Removal, removals } from '#rules/base/arithmetic.ts'
import type { GameCheck } from '#rules/base/game-check.ts'
import {
  KENO_NUMBERS,
  KENO_RISKS,
  type KenoParams,
  kenoHits,
  kenoMultiplier,
  kenoOutcome,
  parseKenoParams,
} from './keno.ts'

interface KenoArithmetic {
  game: 'keno'
  removals: readonly Removal[]
  params: KenoParams
  hits: readonly number[]
  multiplier: Multiplier
}

export const KENO_CHECK: GameCheck<{ params: KenoParams }, KenoArithmetic> = {
  outcome(stream, { risk }) {
    if (risk !== undefined) parseChoice(risk, 'risk', KENO_RISKS)
    return kenoOutcome(stream)
  },
  decidedBy: ['risk', 'picks'],
  pays({ params }, outcome) {
    const bet = parseKenoParams(params)
    const draw = parseList(outcome, 'the draw')
    return kenoMultiplier(
      bet,
      draw.map((number) => parseInteger(number, 'the draw', 0, KENO_NUMBERS - 1)),
    )
  },
  arithmetic({ params }, stream) {
    const outcome = kenoOutcome(stream)
    return {
      game: 'keno',
      removals: removals(outcome, KENO_NUMBERS, stream),
      params,
      hits: kenoHits(params, outcome),
      multiplier: kenoMultiplier(params, outcome),
    }
  },
}
