/**
 * Milliseconds since a moment. A moment in the future counts as infinitely long ago: the clock was or is wrong, so the
 * real age is unknown.
 */
export function ageOf(moment: number, now = Date.now()): number {
  const age = now - moment
  return age >= 0 ? age : Infinity
}
