/**
 * How many milliseconds ago a moment was. One in the future is infinitely long ago: the clock was wrong when it was
 * written down, or is wrong now, and nobody can tell how old it is.
 */
export function ageOf(moment: number, now = Date.now()): number {
  const age = now - moment
  return age >= 0 ? age : Infinity
}
