import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '#contract/envelope.ts'

/** Errors of calls without a usable answer; all other codes come from the server. */
export type LocalErrorCode = 'network' | 'timeout' | 'malformed'

/**
 * `wallet-answers.ts`, `account-answers.ts` and `money-answers.ts` add the sentences for these codes with the screens
 * that need them.
 */
export type WalletAnswerCode = 'explorer_unavailable' | Extract<ErrorCode, `${'wallet' | 'nft'}_${string}`>
export type AccountAnswerCode =
  | 'invalid_credentials'
  | `totp_${'required' | 'invalid'}`
  | `password_${'wrong' | 'common'}`
  | `email_${'code_invalid' | 'taken'}`
  | `passkey_${'invalid' | 'required'}`
  | 'proof_waits'
  | 'avatar_invalid'
  | 'push_service_unknown'
  | 'referral_code_unknown'
  | 'gift_code_unknown'
  | 'limit_not_ready'
  | 'last_way_in'
  | 'login_again_required'
/** `play-error-message.ts` has the sentences for these codes. */
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
  | 'free_rounds_over'
  | Extract<ErrorCode, `auto_play_${string}`>
/** `money-answers.ts` has the sentences for these codes. */
export type MoneyAnswerCode =
  | 'rate_stale'
  | 'balance_left'
  | 'round_open'
  | 'insufficient_funds'
  | 'nothing_to_claim'
  | 'key_reused'
  | Extract<ErrorCode, `withdrawal_${string}`>
/** The frame of another provider's game has the sentence. */
type FrameAnswerCode = 'provider_unavailable'
/** `operator-answers.ts` has the sentences for these codes. */
type OperatorAnswerCode = 'confirmation_needed' | 'operator_too_new' | 'worth_risen'
type LaterErrorCode =
  | WalletAnswerCode
  | AccountAnswerCode
  | MoneyAnswerCode
  | PlayAnswerCode
  | FrameAnswerCode
  | OperatorAnswerCode

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

/** Adds sentences for codes that only some screens need. */
export function addErrorMessages(messages: Partial<Record<LaterErrorCode, MessageDescriptor>>): void {
  Object.assign(MESSAGES, messages)
}

/**
 * The sentence for a code of an ApiError: what happened and what to do next. An unknown code, from a newer server or a
 * proxy, gets a general sentence.
 */
export function errorMessage(code: string): MessageDescriptor {
  return Object.hasOwn(MESSAGES, code) ? MESSAGES[code as keyof typeof MESSAGES] : UNKNOWN
}

/**
 * Accepts any thrown value; errors of the API client have a code. Where the server has failed, its reference is part of
 * the sentence, so that support finds the call.
 */
export function errorMessageOf(error: unknown): MessageDescriptor {
  const { code, reference } = (error instanceof Error ? error : {}) as { code?: unknown; reference?: unknown }
  if (typeof reference === 'string') {
    if (code === 'internal')
      return msg`Something went wrong on our side. Try again in a moment. Reference: ${reference}`
    if (code === 'unavailable')
      return msg`Koi is not available right now. Try again in a minute. Reference: ${reference}`
  }
  return errorMessage(typeof code === 'string' ? code : '')
}
