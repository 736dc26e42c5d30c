import * as v from 'valibot'

/** Stands for the demonstration in the address, in the place of a coin's id. */
export const DEMO = 'demo'

/** A value that makes no sense in an address counts as not given. */
export const optional = <T extends v.GenericSchema>(schema: T) =>
  v.optional(v.fallback(v.optional(schema), undefined))

/** `demo` or the id of a coin. */
export const PlayCoinSchema = optional(
  v.pipe(v.string(), v.regex(/^(?:demo|[a-z0-9]{1,20}-[a-z0-9]{1,20})$/)),
)

/** The round of Crash whose sheet is open. */
export const OpenRoundSchema = optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,17}$/)))

/** The bet whose sheet is open. */
export const OpenBetSchema = optional(v.pipe(v.string(), v.minLength(1), v.maxLength(80)))
