import type { Clock } from '#server/http/answer-cache.ts'
import type { CheckedClock } from '#server/server-clock.ts'

/** A clock for jobs of a test, which is right until the test says otherwise. */
export const checkedClock = (clock: Clock, isRight: () => boolean = () => true): CheckedClock =>
  Object.assign(() => clock(), { isRight: async () => isRight() })
