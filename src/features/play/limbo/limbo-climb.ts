/** How long the figure climbs to its result. */
export const LIMBO_CLIMB_MS = 460

/** Steps in which the water's way is described; between them it moves evenly. */
const RISE_STEPS = 14

/**
 * The figure shown after a share of the climb (0 to 1), in hundredths, from 1.00× to the outcome. Climbs by
 * factors, so that a result of 10,000× takes as long as one of 2×, and slows towards the end.
 */
export function climbedTo(outcome: number, progress: number): number {
  const share = Math.min(Math.max(progress, 0), 1)
  if (share === 1) return outcome
  const eased = 1 - (1 - share) ** 3
  return Math.min(outcome, Math.floor(100 * (outcome / 100) ** eased))
}

/** How high a multiplier in hundredths lies on the stage, 0 to 1: the share of all results below it. */
export function limboLevel(multiplier: number): number {
  return Math.min(Math.max(1 - 99 / multiplier, 0), 1)
}

/** The water's level during the climb, in even steps of time: always the level of the figure shown. */
export function risingLevels(outcome: number): number[] {
  return Array.from({ length: RISE_STEPS + 1 }, (_, step) =>
    limboLevel(climbedTo(outcome, step / RISE_STEPS)),
  )
}
