import { CRASH_MAX_TARGET, CRASH_MIN_TARGET, crashReturn } from '#fair/crash.ts'
import { crashEndOf, crashPointAt, crashTimeOf } from '#fair/crash-curve.ts'

// Crash as it is played. Its rounds are shared by all players: it draws from no seeds of a player, and is none of
// PLAY_GAMES. Points of the curve are whole hundredths: 231 is 2.31×. Times are milliseconds from the curve's start.

/**
 * Nobody goes out by hand before the curve shows 1.01×. At 1.00×, which every round shows, the whole stake would come
 * back without a risk, and what counts of a bet would cost nothing.
 */
export const CRASH_CASH_OUT_FROM_MS = crashTimeOf(CRASH_MIN_TARGET)

/**
 * Where a request that arrived at `ms` takes a bet out: at what the curve showed then, the crash point included.
 * Undefined when the curve did not show 1.01× yet, or had ended.
 */
export function crashCashOutAt(ms: number, crashPoint: number): number | undefined {
  return ms < CRASH_CASH_OUT_FROM_MS || ms >= crashEndOf(crashPoint) ? undefined : crashPointAt(ms)
}

/**
 * Where a bet pays the most that a bet may pay, and is taken out by itself.
 * @param stake in the unit of `maxPayout`
 */
export function crashCapOf(stake: bigint, maxPayout: bigint): number {
  const cap = (maxPayout * 100n) / stake
  return cap > BigInt(CRASH_MAX_TARGET) ? CRASH_MAX_TARGET : Number(cap)
}

/**
 * The house's share of the stake in the long run, 0 to 1. Nobody knows where a player without a target goes out, and it
 * is the same at every target but for rounding: it is that of the lowest one.
 */
export function crashEdge(target: number | null): number {
  return 1 - crashReturn({ target: target ?? CRASH_MIN_TARGET })
}
