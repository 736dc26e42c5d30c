import { CRASH_MAX_TARGET, CRASH_MIN_TARGET, crashReturn } from '#fair/crash.ts'
import { MULTIPLIER_SCALE, type Multiplier } from '#fair/multiplier.ts'

// Crash as it is played. Its rounds are shared by all players: it draws from no seeds of a player, and is none of
// PLAY_GAMES. Points of the curve are whole hundredths: 231 is 2.31×. Times are milliseconds from the curve's start.

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

/**
 * Where a request that arrived at `ms` takes a bet out: at what the curve showed then, the crash point included.
 * Undefined when the curve had not begun, or had ended.
 */
export function crashCashOutAt(ms: number, crashPoint: number): number | undefined {
  return ms < 0 || ms >= crashEndOf(crashPoint) ? undefined : crashPointAt(ms)
}

/**
 * Where a bet pays the most that a bet may pay, and is taken out by itself.
 * @param stake in the unit of `maxPayout`
 */
export function crashCapOf(stake: bigint, maxPayout: bigint): number {
  const cap = (maxPayout * 100n) / stake
  return cap > BigInt(CRASH_MAX_TARGET) ? CRASH_MAX_TARGET : Number(cap)
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

/**
 * The house's share of the stake in the long run, 0 to 1. Nobody knows where a player without a target goes out, and it
 * is the same at every target but for rounding: it is that of the lowest one.
 */
export function crashEdge(target: number | null): number {
  return 1 - crashReturn({ target: target ?? CRASH_MIN_TARGET })
}
