import * as v from 'valibot'
import { CoinIdSchema, SignedDecimalSchema } from '#contract/values.ts'

/** Kept in the log with the action. */
export const WhySchema = v.pipe(v.string(), v.trim(), v.nonEmpty('required'), v.maxLength(500, 'too_long'))

export const UidSchema = v.pipe(v.number(), v.integer(), v.minValue(1))
export const UidParamSchema = v.pipe(v.string(), v.regex(/^[1-9]\d{0,9}$/))

/** Opaque: `next` of the page before. */
export const CursorSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))

/** In whole coins. */
export const CoinAmountSchema = v.object({ coin: CoinIdSchema, amount: SignedDecimalSchema })
