import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '#contract/envelope.ts'

/** Codes of calls that failed without a usable answer; the others come from the server. */
export type LocalErrorCode = 'network' | 'timeout' | 'malformed'

const MESSAGES: Record<ErrorCode | LocalErrorCode, MessageDescriptor> = {
  network: msg`Koi cannot be reached. Check your connection, then try again.`,
  timeout: msg`The answer took too long. Try again in a moment.`,
  malformed: msg`This version of the app cannot read the answer. Reload to get the newest one.`,
  bad_request: msg`Koi did not understand this request. Go back and try it another way.`,
  unauthorized: msg`You are not logged in, or no longer are. Log in and try again.`,
  forbidden: msg`You may not do this. Go back, or try with another account.`,
  not_found: msg`This is not here any more. Go back and pick something else.`,
  method_not_allowed: msg`Koi cannot do this here. Reload the page and try again.`,
  payload_too_large: msg`This is more than Koi takes at once. Send less and try again.`,
  rate_limited: msg`That was a lot at once. Wait a minute, then try again.`,
  internal: msg`Something went wrong on our side. Try again in a moment.`,
  unavailable: msg`Koi is down for a moment. Try again in a minute.`,
  conflict: msg`This has changed in the meantime. Reload the page and look again.`,
  unsupported_media_type: msg`Koi cannot read this kind of file. Try another one.`,
  invalid_credentials: msg`E-mail or password is wrong. Check both, or set a new password.`,
  totp_required: msg`This account has two-step login. Enter the code of your authenticator app too.`,
  totp_invalid: msg`This code is wrong or was used before. Wait for the next one and try again.`,
  password_wrong: msg`The password is wrong. Try again.`,
  password_common: msg`This password is easily guessed. Choose another one.`,
  email_code_invalid: msg`This code is wrong or too old. Check the mail, or have a new one sent.`,
  email_taken: msg`Another account has this address. Log in with it, or use another address.`,
  passkey_invalid: msg`This passkey did not fit, or it took too long. Try again.`,
  avatar_invalid: msg`This file is not a picture that Koi can read. Try a JPEG, PNG or WebP.`,
  referral_code_unknown: msg`No player has this referral code. Check it, or leave it out.`,
  limit_not_ready: msg`This raise cannot be confirmed yet. It takes 24 hours.`,
  break_active: msg`You are taking a break from play. This waits until it is over.`,
  limit_reached: msg`This goes above a limit you have set. Choose less, or wait until the limit begins anew.`,
}

const UNKNOWN = msg`Something went wrong. Try again, and reload the page if it goes on.`

/**
 * What happened and what to do next, for the `code` of an ApiError. Codes this version does not know,
 * from a newer server or a proxy, get a sentence that fits any failure.
 */
export function errorMessage(code: string): MessageDescriptor {
  return Object.hasOwn(MESSAGES, code) ? MESSAGES[code as keyof typeof MESSAGES] : UNKNOWN
}

/** The same for whatever was thrown: every error of the API client carries its code. */
export function errorMessageOf(error: unknown): MessageDescriptor {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return errorMessage(typeof code === 'string' ? code : '')
}
