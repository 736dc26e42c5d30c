import type { Clock } from '#server/base/clock.ts'
import type { CheckedClock } from '#server/base/server-clock.ts'

/** A clock for jobs, trusted unless the test says otherwise. */
export const checkedClock = (clock: Clock, isRight: () => boolean = () => true): CheckedClock =>
  Object.assign(() => clock(), { isRight: async () => isRight() })
