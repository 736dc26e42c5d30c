import * as v from 'valibot'

/** A whole number of 256 bits. */
export const Uint256Schema = v.pipe(v.string(), v.regex(/^(?:0|[1-9]\d{0,77})$/))
