import * as v from 'valibot'
import { PasswordSchema } from './account-fields.ts'
import type { ErrorCode } from './envelope.ts'

/** A session this young is the proof of an account without a password. */
export const FRESH_SESSION_MINUTES = 10

/**
 * Required before sensitive changes. An account without a password (`hasPassword: false` of `getSecurity`) omits it
 * and needs a young session instead: else the answer is `login_again_required`, and the request can be repeated after
 * a new login by wallet or passkey.
 */
export const ReauthenticationSchema = v.optional(PasswordSchema)

export const REAUTHENTICATION_ERRORS = [
  'password_wrong',
  'login_again_required',
  'rate_limited',
] as const satisfies readonly ErrorCode[]
