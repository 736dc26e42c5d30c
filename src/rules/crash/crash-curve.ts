import { MULTIPLIER_SCALE, type Multiplier } from '#fair/multiplier.ts'

// What a bet of Crash is paid by. Points of the curve are whole hundredths: 231 is 2.31×. Times are milliseconds from
// the curve's start.

/** The curve is e^(0.06 t), t in seconds. */
const GROWTH_PER_MS = 0.06 / 1_000

/** Where the curve starts. */
const CRASH_START = 100

/** The curve as it is drawn, not cut: 2.3123. */
export function crashCurveAt(ms: number): number {
  return ms <= 0 ? 1 : Math.exp(GROWTH_PER_MS * ms)
}

/** When the curve shows this point first. */
export function crashTimeOf(point: number): number {
  return point <= CRASH_START ? 0 : Math.log(point / 100) / GROWTH_PER_MS
}

/** The point that the curve shows. It agrees with `crashTimeOf` to the last bit: a point is shown from its time on. */
export function crashPointAt(ms: number): number {
  let point = Math.floor(100 * crashCurveAt(ms))
  while (point > CRASH_START && crashTimeOf(point) > ms) point -= 1
  while (crashTimeOf(point + 1) <= ms) point += 1
  return point
}

/** When the curve of a round that crashes at this point ends: just then it would show the next hundredth. */
export function crashEndOf(crashPoint: number): number {
  return crashTimeOf(crashPoint + 1)
}

/** Where a bet goes out by itself: at its target or at its cap, whichever comes first. */
export function crashAutoOf({ target, cap }: { readonly target: number | null; readonly cap: number }) {
  return target === null || cap < target
    ? ({ point: cap, by: 'cap' } as const)
    : ({ point: target, by: 'target' } as const)
}

/** Part of a bet that was taken out. */
export interface CrashPart {
  /** Percent of the stake. */
  readonly share: number
  readonly point: number
}

/** What is still in, in percent of the stake. */
export function crashShareLeft(parts: readonly Pick<CrashPart, 'share'>[]): number {
  return parts.reduce((left, { share }) => left - share, 100)
}

/** What all parts together pay for each unit of the stake: exact, as a share and a point have two decimals each. */
export function crashPartsMultiplier(parts: readonly CrashPart[]): Multiplier {
  return parts.reduce((sum, { share, point }) => sum + (share * point * MULTIPLIER_SCALE) / 10_000, 0)
}
