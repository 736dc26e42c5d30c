import * as v from 'valibot'
import { SlugSchema } from '#contract/games.ts'

const optional = <T extends v.GenericSchema>(schema: T) =>
  v.optional(v.fallback(v.optional(schema), undefined))

/** Search parameters of the Games page; invalid values are ignored. */
export const GamesSearchSchema = v.object({
  /** Search text; matches names in every language. */
  q: optional(v.pipe(v.string(), v.trim(), v.maxLength(80), v.minLength(1))),
  /** Category slug, or `favourites`. */
  category: optional(SlugSchema),
  provider: optional(SlugSchema),
  /** Groups the games by provider. */
  group: optional(v.literal('provider')),
})
export type GamesSearch = v.InferOutput<typeof GamesSearchSchema>
