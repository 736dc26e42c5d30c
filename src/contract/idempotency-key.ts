import * as v from 'valibot'

/** Makes a repeated call the same one: a UUID, which is the same in capital letters. */
export const IdempotencyKeySchema = v.pipe(v.string(), v.uuid(), v.toLowerCase())
