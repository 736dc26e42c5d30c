import { createFairTurns } from './fair-turns.ts'

/** One at a time: a large picture takes all of a processor and much memory. */
const turns = createFairTurns({ atOnce: 1, perKey: () => 1, waiting: 100, waitMs: 2_500 })

/**
 * Decodes a picture when its turn has come; keys take turns.
 * @throws Refusal `unavailable` when it takes too long
 */
export const inPictureTurn = turns.inTurn
