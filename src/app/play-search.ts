import * as v from 'valibot'

const optional = <T extends v.GenericSchema>(schema: T) =>
  v.optional(v.fallback(v.optional(schema), undefined))

/** What lies over a game, at most one at a time. A value that makes no sense counts as not given. */
export const PlaySearchSchema = v.object({
  sheet: optional(v.picklist(['auto', 'stats', 'options', 'keys', 'seeds', 'confirm'])),
  /** The bet whose sheet is open. */
  bet: optional(v.pipe(v.string(), v.minLength(1), v.maxLength(80))),
  /** The session reminder is open. */
  reminder: optional(v.literal(true)),
})
