import { MULTIPLIER_SCALE, type Multiplier } from '#fair/multiplier.ts'

// The curve of Crash. Its points are integers in hundredths: 231 is 2.31×. Times are milliseconds from the start of the
// curve.

/** The curve is e^(0.06 t), t in seconds. */
const GROWTH_PER_MS = 0.06 / 1_000

/** First point of the curve. */
const CRASH_START = 100

/** The exact value for drawing: 2.3123. */
export function crashCurveAt(ms: number): number {
  return ms <= 0 ? 1 : Math.exp(GROWTH_PER_MS * ms)
}

/** When the curve first shows this point. */
export function crashTimeOf(point: number): number {
  return point <= CRASH_START ? 0 : Math.log(point / 100) / GROWTH_PER_MS
}

/** Agrees with `crashTimeOf` to the last bit: a point is shown from that time on. */
export function crashPointAt(ms: number): number {
  let point = Math.floor(100 * crashCurveAt(ms))
  while (point > CRASH_START && crashTimeOf(point) > ms) point -= 1
  while (crashTimeOf(point + 1) <= ms) point += 1
  return point
}

/** When the curve of a round that crashes at this point ends: the moment it would show the next hundredth. */
export function crashEndOf(crashPoint: number): number {
  return crashTimeOf(crashPoint + 1)
}

/** Where a bet is cashed out automatically: at its target or its cap, whichever comes first. */
export function crashAutoOf({ target, cap }: { readonly target: number | null; readonly cap: number }) {
  return target === null || cap < target
    ? ({ point: cap, by: 'cap' } as const)
    : ({ point: target, by: 'target' } as const)
}

/** A part of a bet that was cashed out. */
export interface CrashPart {
  /** Percent of the stake. */
  readonly share: number
  readonly point: number
}

/** Percent of the stake that is still in play. */
export function crashShareLeft(parts: readonly Pick<CrashPart, 'share'>[]): number {
  return parts.reduce((left, { share }) => left - share, 100)
}

/** The multiplier of all parts together. It is exact: a share and a point have two decimals each. */
export function crashPartsMultiplier(parts: readonly CrashPart[]): Multiplier {
  return parts.reduce((sum, { share, point }) => sum + (share * point * MULTIPLIER_SCALE) / 10_000, 0)
}
