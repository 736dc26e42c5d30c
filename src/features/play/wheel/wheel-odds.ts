import { wheelMultipliers, type WheelParams } from '#rules/wheel/wheel.ts'
import type { Multiplier } from '#fair/multiplier.ts'

/** Colours of what segments pay, best first; `none` for those that pay nothing. */
export const WHEEL_TONES = ['first', 'second', 'third', 'fourth', 'fifth'] as const
export type WheelTone = (typeof WHEEL_TONES)[number] | 'none'

/** All segments of a wheel that pay the same. */
export interface WheelOdds {
  readonly multiplier: Multiplier
  /** How many segments of the wheel. */
  readonly count: number
  readonly tone: WheelTone
}

/** What a wheel can pay, best first. */
export function wheelOdds(params: WheelParams): readonly WheelOdds[] {
  const multipliers = wheelMultipliers(params)
  const different = [...new Set(multipliers)].sort((a, b) => b - a)
  return different.map((multiplier, rank) => ({
    multiplier,
    count: multipliers.filter((each) => each === multiplier).length,
    tone: multiplier === 0 ? 'none' : (WHEEL_TONES[rank] ?? 'fifth'),
  }))
}
