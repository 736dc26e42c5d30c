import * as v from 'valibot'
import { PasswordSchema } from './account-fields.ts'
import type { ErrorCode } from './envelope.ts'

/** How long a session counts as proof of who its player is, for an account without a password. */
export const FRESH_SESSION_MINUTES = 10

/**
 * The account's password, before something sensitive. An account without one (`hasPassword: false` of
 * `getSecurity`) leaves it out and is held to the age of its session instead: an older one is answered with
 * `login_again_required`, and the call is worth repeating after a new log-in by wallet or passkey.
 */
export const ReauthenticationSchema = v.optional(PasswordSchema)

export const REAUTHENTICATION_ERRORS = [
  'password_wrong',
  'login_again_required',
  'rate_limited',
] as const satisfies readonly ErrorCode[]
