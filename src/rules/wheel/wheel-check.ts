import type { Multiplier } from '#fair/multiplier.ts'
import { parseChoice } from '#fair/parse-value.ts'
import { type Scaling, scaling } from '#rules/base/arithmetic.ts'
import { type GameCheck, paysByRules } from '#rules/base/game-check.ts'
import {
  WHEEL,
  WHEEL_RISKS,
  WHEEL_SEGMENTS,
  type WheelParams,
  wheelMultiplier,
  wheelOutcome,
} from './wheel.ts'

interface WheelArithmetic {
  game: 'wheel'
  segment: Scaling
  params: WheelParams
  multiplier: Multiplier
}

export const WHEEL_CHECK: GameCheck<{ params: WheelParams }, WheelArithmetic> = {
  outcome(stream, { segments, risk }) {
    if (risk !== undefined) parseChoice(risk, 'risk', WHEEL_RISKS)
    return wheelOutcome(stream, parseChoice(segments, 'segments', WHEEL_SEGMENTS))
  },
  decidedBy: ['segments', 'risk'],
  pays: paysByRules(WHEEL),
  arithmetic({ params }, stream) {
    const multiplier = wheelMultiplier(params, wheelOutcome(stream, params.segments))
    return { game: 'wheel', segment: scaling(stream, 0, params.segments), params, multiplier }
  },
}
