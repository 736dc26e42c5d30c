import type { Multiplier } from '#fair/multiplier.ts'
import { type Scaling, scaling } from '#rules/base/arithmetic.ts'
import { type GameCheck, paysByRules } from '#rules/base/game-check.ts'
import { GIFT_WHEEL_PARTS } from './gift-wheel-parts.ts'
import { GIFT_WHEEL, giftWheelMultiplier, giftWheelOutcome } from './gift-wheel.ts'

interface GiftWheelArithmetic {
  game: 'gift-wheel'
  part: Scaling
  multiplier: Multiplier
}

export const GIFT_WHEEL_CHECK: GameCheck<unknown, GiftWheelArithmetic> = {
  outcome: giftWheelOutcome,
  decidedBy: [],
  pays: paysByRules(GIFT_WHEEL),
  arithmetic(_, stream) {
    const multiplier = giftWheelMultiplier(giftWheelOutcome(stream))
    return { game: 'gift-wheel', part: scaling(stream, 0, GIFT_WHEEL_PARTS.length), multiplier }
  },
}
