import { createFairTurns } from './fair-turns.ts'

/** One at a time: a large picture takes a whole processor and much memory. */
const turns = createFairTurns({ atOnce: 1, perKey: () => 1, waiting: 100, waitMs: 2_500 })

/** @throws Refusal `unavailable` when the wait is too long */
export const inPictureTurn = turns.inTurn
