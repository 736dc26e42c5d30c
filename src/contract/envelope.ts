import * as v from 'valibot'

/** `code` of an error answer: stable, snake_case, translated by the client. */
export const ERROR_CODES = [
  'bad_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'payload_too_large',
  'rate_limited',
  'internal',
  'unavailable',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/**
 * Body of every failed answer. `code` stays an open string here: an older client must be able to read
 * an error that a newer server invented.
 */
export const FailureSchema = v.object({
  message: v.string(),
  code: v.string(),
  /** `isLogin: true` marks a dead access token (HTTP 401). */
  result: v.optional(v.object({ isLogin: v.boolean() })),
})
export type Failure = v.InferOutput<typeof FailureSchema>
