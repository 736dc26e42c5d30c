export const LIMBO_CLIMB_MS = 460

/** Keyframes of the water's level. Between them it moves evenly. */
const RISE_STEPS = 14

/**
 * Figure in hundredths after a share of the climb (0 to 1). It grows by factors, so that a result of 10,000×
 * takes as long as one of 2×, and slows down towards the end.
 */
export function climbedTo(outcome: number, progress: number): number {
  const share = Math.min(Math.max(progress, 0), 1)
  if (share === 1) return outcome
  const eased = 1 - (1 - share) ** 3
  return Math.min(outcome, Math.floor(100 * (outcome / 100) ** eased))
}

/** Level of a multiplier in hundredths on the stage, 0 to 1: the share of all results below it. */
export function limboLevel(multiplier: number): number {
  return Math.min(Math.max(1 - 99 / multiplier, 0), 1)
}

/** Levels of the water at even steps of time, each equal to the level of the figure shown. */
export function risingLevels(outcome: number): number[] {
  return Array.from({ length: RISE_STEPS + 1 }, (_, step) =>
    limboLevel(climbedTo(outcome, step / RISE_STEPS)),
  )
}
