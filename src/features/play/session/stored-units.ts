import * as v from 'valibot'

/** Smallest units of a coin, below zero too. */
export const StoredUnitsSchema = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,30}$/),
  v.transform((units) => BigInt(units)),
)
