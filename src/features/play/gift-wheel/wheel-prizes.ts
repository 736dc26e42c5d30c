import type { Multiplier } from '#fair/multiplier.ts'
import { GIFT_WHEEL_PARTS } from '#rules/gift-wheel/gift-wheel-parts.ts'

interface WheelPrize {
  readonly multiplier: Multiplier
  /** How many of the parts pay it. */
  readonly count: number
  /** From 1 for the highest, as the sheet colours it. */
  readonly rank: number
}

/** The highest first. */
export const WHEEL_PRIZES: readonly WheelPrize[] = [...new Set(GIFT_WHEEL_PARTS)]
  .sort((a, b) => b - a)
  .map((multiplier, index) => ({
    multiplier,
    rank: index + 1,
    count: GIFT_WHEEL_PARTS.filter((other) => other === multiplier).length,
  }))

export const rankOf = (multiplier: Multiplier): number =>
  WHEEL_PRIZES.find((prize) => prize.multiplier === multiplier)?.rank ?? WHEEL_PRIZES.length
