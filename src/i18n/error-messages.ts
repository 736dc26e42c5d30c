import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '#contract/envelope.ts'

/** Codes of calls that failed without a usable answer; the others come from the server. */
export type LocalErrorCode = 'network' | 'timeout' | 'malformed'

/** Codes whose sentences `wallet-answers.ts`, `account-answers.ts` and `money-answers.ts` add for the screens that meet them. */
export type WalletAnswerCode = 'explorer_unavailable' | Extract<ErrorCode, `wallet_${string}`>
export type AccountAnswerCode =
  | 'invalid_credentials'
  | `totp_${'required' | 'invalid'}`
  | `password_${'wrong' | 'common'}`
  | `email_${'code_invalid' | 'taken'}`
  | `passkey_${'invalid' | 'required'}`
  | 'proof_waits'
  | 'avatar_invalid'
  | 'referral_code_unknown'
  | 'limit_not_ready'
  | 'last_way_in'
  | 'login_again_required'
/** Sentences that screens of play have of their own (`play-error-message.ts`). */
export type PlayAnswerCode =
  | 'bad_params'
  | `stake_too_${'small' | 'large'}`
  | 'payout_too_large'
  | 'game_paused'
  | 'too_soon'
  | 'round_settled'
  | 'betting_closed'
  | 'bets_full'
  | 'round_not_running'
  | 'bad_step'
  | 'key_reused'
  | 'client_seed_missing'
  | 'seed_commitment_wrong'
  | Extract<ErrorCode, `auto_play_${string}`>
/** Sentences of `money-answers.ts`. */
export type MoneyAnswerCode =
  | 'rate_stale'
  | 'balance_left'
  | 'round_open'
  | 'insufficient_funds'
  | Extract<ErrorCode, `withdrawal_${string}`>
type LaterErrorCode = WalletAnswerCode | AccountAnswerCode | MoneyAnswerCode | PlayAnswerCode

const MESSAGES: Record<Exclude<ErrorCode, LaterErrorCode> | LocalErrorCode, MessageDescriptor> = {
  network: msg`Koi cannot be reached. Check your connection, then try again.`,
  timeout: msg`The answer took too long. Try again in a moment.`,
  malformed: msg`This version of the app cannot read the answer. Reload the page to get the newest version.`,
  bad_request: msg`Koi did not understand this request. Go back and try again.`,
  unauthorized: msg`You are not logged in any more. Log in and try again.`,
  forbidden: msg`You are not allowed to do this. Go back, or try another account.`,
  not_found: msg`This no longer exists. Go back and choose something else.`,
  method_not_allowed: msg`Koi cannot do this here. Reload the page and try again.`,
  payload_too_large: msg`This is too much at once. Send less, then try again.`,
  rate_limited: msg`Too many tries in a short time. Wait a minute, then try again.`,
  internal: msg`Something went wrong on our side. Try again in a moment.`,
  unavailable: msg`Koi is not available right now. Try again in a minute.`,
  conflict: msg`This has changed since you opened it. Reload the page and check again.`,
  unsupported_media_type: msg`Koi cannot read this kind of file. Try another one.`,
  break_active: msg`You are taking a break from play. You can do this when your break is over.`,
  limit_reached: msg`This is above a limit you have set. Choose a smaller amount, or wait until the limit starts again.`,
}

const UNKNOWN = msg`Something went wrong. Try again, or reload the page.`

/** Adds sentences for codes that only some screens meet. */
export function addErrorMessages(messages: Partial<Record<LaterErrorCode, MessageDescriptor>>): void {
  Object.assign(MESSAGES, messages)
}

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
