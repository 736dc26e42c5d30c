import { createRequestKey } from '#lib/request-key.ts'

/** A new key for one intended bet or step: a UUID, as the server's calls take it. */
export const createIdempotencyKey = createRequestKey
