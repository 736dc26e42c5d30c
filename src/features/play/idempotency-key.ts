import { randomHex } from '#lib/request-key.ts'

/** A new key for one intended bet or step: 128 random bits as 32 hex characters. */
export const createIdempotencyKey = randomHex
