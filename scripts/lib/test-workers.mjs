import { availableParallelism } from 'node:os'

const STEPS = 20_000_000
/** A core that needs longer has nothing left for a third journey: on such machines both are busy all the time. */
const FAST_MS = 30
const TIMES = 5

/** Milliseconds of a loop that does nothing but count, at its best. */
function loopMs() {
  const startedAt = performance.now()
  let number = 1
  for (let step = 0; step < STEPS; step += 1) number = (Math.imul(number, 1_664_525) + 1_013_904_223) | 0
  return number === 0 ? Infinity : performance.now() - startedAt
}

/** How many journeys go on at once. They wait much, above all for rounds of Crash: two fast cores take a third one. */
export function journeyWorkers() {
  if (availableParallelism() < 2) return 1
  const best = Math.min(...Array.from({ length: TIMES }, loopMs))
  return best <= FAST_MS ? 3 : 2
}
