export const LIMBO_CLIMB_MS = 460
/** Ease-out: the share of the climb is exactly 1 − (1 − t)³, where t is the share of the time. */
export const LIMBO_CLIMB_EASING = 'cubic-bezier(0.333333, 1, 0.666667, 1)'

/** The scale of the fall reaches at least so high, in hundredths. */
const SCALE_TOP = 10_000
const DECADES = Array.from({ length: 8 }, (_, power) => 100 * 10 ** power)
const BETWEEN = [200, 500, 2_000, 5_000]

/** Share of the climb after a share of its time. */
const eased = (time: number) => 1 - (1 - time) ** 3

/**
 * Figure in hundredths after a share of the climb's time (0 to 1). It grows by factors, so that a result of 10,000×
 * takes as long as one of 2×, and slows down towards the end.
 */
export function climbedTo(outcome: number, progress: number): number {
  const share = Math.min(Math.max(progress, 0), 1)
  if (share === 1) return outcome
  return Math.min(outcome, Math.floor(100 * (outcome / 100) ** eased(share)))
}

/** Where the fall's scale ends: above 100× the scale shifts, so that target and result both stay in sight. */
export function scaleTop(target: number, outcome = 0): number {
  return Math.max(SCALE_TOP, target, outcome)
}

/** Height of a multiplier on the fall: 0 at 1.00×, 1 at the top, and the same distance for every factor. */
export function limboLevel(multiplier: number, top: number): number {
  return Math.min(Math.max(Math.log(multiplier / 100) / Math.log(top / 100), 0), 1)
}

/** After so many milliseconds of its climb the koi is at the gate. The result must reach the target. */
export function reachedAfterMs({ outcome, target }: { outcome: number; target: number }): number {
  return (1 - Math.cbrt(1 - limboLevel(target, outcome))) * LIMBO_CLIMB_MS
}

/** The multipliers written beside the fall. */
export function scaleTicks(top: number): readonly number[] {
  return [...DECADES, ...(top > SCALE_TOP ? [] : BETWEEN)].filter((multiplier) => multiplier <= top)
}
