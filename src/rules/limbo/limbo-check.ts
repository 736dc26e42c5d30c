import type { Multiplier } from '#fair/multiplier.ts'
import { type Scaling, scaling } from '#rules/base/arithmetic.ts'
import { type GameCheck, paysByRules } from '#rules/base/game-check.ts'
import { LIMBO, LIMBO_STEPS, type LimboParams, limboMultiplier, limboOutcome } from './limbo.ts'

interface LimboArithmetic {
  game: 'limbo'
  step: Scaling
  /** 2²⁴ / (index + 1) × 0.99, before it is cut to two decimals. */
  quotient: number
  /** In hundredths, at least 100. */
  outcome: number
  params: LimboParams
  multiplier: Multiplier
}

export const LIMBO_CHECK: GameCheck<{ params: LimboParams }, LimboArithmetic> = {
  outcome: (stream) => LIMBO.wireOutcome(limboOutcome(stream)),
  decidedBy: ['target'],
  pays: paysByRules(LIMBO),
  arithmetic({ params }, stream) {
    const outcome = limboOutcome(stream)
    const step = scaling(stream, 0, LIMBO_STEPS)
    const quotient = (LIMBO_STEPS / (step.index + 1)) * 0.99
    return { game: 'limbo', step, quotient, outcome, params, multiplier: limboMultiplier(params, outcome) }
  },
}
