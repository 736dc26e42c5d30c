import * as v from 'valibot'
import { CoinIdSchema } from '#contract/values.ts'

/** Stands for the demonstration in the address, in the place of a coin's id. */
export const DEMO = 'demo'

/** What is played with, in the address: the demonstration or a coin. A value that makes no sense counts as not given. */
export const PlayCoinSchema = v.optional(
  v.fallback(v.optional(v.union([v.literal(DEMO), CoinIdSchema])), undefined),
)

/** The bet whose sheet is open. Ids of digits alone arrive as numbers where the address was typed by hand. */
export const OpenBetSchema = v.optional(
  v.fallback(
    v.optional(
      v.pipe(
        v.union([v.string(), v.number()]),
        v.transform((id) => `${id}`),
        v.minLength(1),
        v.maxLength(80),
      ),
    ),
    undefined,
  ),
)
