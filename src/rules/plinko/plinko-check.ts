import { combinations } from '#fair/combinations.ts'
import type { Multiplier } from '#fair/multiplier.ts'
import { parseChoice } from '#fair/parse-value.ts'
import { floatOf } from '#rules/base/arithmetic.ts'
import { type GameCheck, paysByRules } from '#rules/base/game-check.ts'
import {
  PLINKO,
  PLINKO_RISKS,
  PLINKO_ROWS,
  type PlinkoParams,
  type PlinkoStep,
  plinkoBucket,
  plinkoMultiplier,
  plinkoOutcome,
} from './plinko.ts'

interface PlinkoArithmetic {
  game: 'plinko'
  rows: readonly { float: number; step: PlinkoStep }[]
  params: PlinkoParams
  bucket: number
  /** Number of the 2^rows paths that end in this bucket. */
  ways: bigint
  multiplier: Multiplier
}

export const PLINKO_CHECK: GameCheck<{ params: PlinkoParams }, PlinkoArithmetic> = {
  outcome(stream, { rows, risk }) {
    if (risk !== undefined) parseChoice(risk, 'risk', PLINKO_RISKS)
    return PLINKO.wireOutcome(plinkoOutcome(stream, parseChoice(rows, 'rows', PLINKO_ROWS)))
  },
  decidedBy: ['rows', 'risk'],
  pays: paysByRules(PLINKO),
  arithmetic({ params }, stream) {
    const path = plinkoOutcome(stream, params.rows)
    const bucket = plinkoBucket(path)
    return {
      game: 'plinko',
      rows: path.map((step, row) => ({ float: floatOf(stream, row), step })),
      params,
      bucket,
      ways: combinations(params.rows, bucket),
      multiplier: plinkoMultiplier(params, path),
    }
  },
}
