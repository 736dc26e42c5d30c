import * as v from 'valibot'
import { SlugSchema } from './games.ts'
import { CoinIdSchema, DecimalSchema, JsonObjectSchema } from './values.ts'

// Apart from the calls: promotions are in the first load, and need nothing of bets.

export const MOST_FREE_ROUNDS = 1_000

/** Rounds of a game that settles at once; the house pays their stake. They count for nothing but their winnings. */
export const FreeRoundsTermsSchema = v.object({
  game: SlugSchema,
  /** In the form of the game's rules. */
  params: JsonObjectSchema,
  coin: CoinIdSchema,
  /** Whole coins. */
  stake: v.pipe(DecimalSchema, v.regex(/[1-9]/, 'must be above 0')),
  count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_FREE_ROUNDS)),
  /** Days to play them in. */
  days: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(365)),
})
export type FreeRoundsTerms = v.InferOutput<typeof FreeRoundsTermsSchema>
