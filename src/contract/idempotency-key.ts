import * as v from 'valibot'

/** A UUID: a request with the same key is the same request. */
export const IdempotencyKeySchema = v.pipe(v.string(), v.uuid(), v.toLowerCase())
