import { wheelMultipliers, type WheelParams } from '#rules/wheel/wheel.ts'
import type { Multiplier } from '#fair/multiplier.ts'

/** Best payout first. `none` is for segments that pay nothing. */
export const WHEEL_TONES = ['first', 'second', 'third', 'fourth', 'fifth'] as const
export type WheelTone = (typeof WHEEL_TONES)[number] | 'none'

/** Segments of a wheel with the same payout. */
export interface WheelOdds {
  readonly multiplier: Multiplier
  /** Number of segments. */
  readonly count: number
  readonly tone: WheelTone
}

/** Best payout first. */
export function wheelOdds(params: WheelParams): readonly WheelOdds[] {
  const multipliers = wheelMultipliers(params)
  const different = [...new Set(multipliers)].sort((a, b) => b - a)
  return different.map((multiplier, rank) => ({
    multiplier,
    count: multipliers.filter((each) => each === multiplier).length,
    tone: multiplier === 0 ? 'none' : (WHEEL_TONES[rank] ?? 'fifth'),
  }))
}

/** One for each segment, clockwise from the top. */
export function segmentTones(params: WheelParams): readonly WheelTone[] {
  const tones = new Map(wheelOdds(params).map(({ multiplier, tone }) => [multiplier, tone]))
  return wheelMultipliers(params).map((multiplier) => tones.get(multiplier) ?? 'none')
}
