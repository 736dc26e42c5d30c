import type { ErrorCode, Failure } from '#contract/envelope.ts'
import { REFUSALS } from '#server/base/metrics.ts'
import { Refusal, type RefusalDetail } from '#server/base/refusal.ts'
import { CallAbortedError } from '#server/db/call-scope.ts'
import { isDatabaseTrouble } from '#server/db/database-trouble.ts'

export const STATUS = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  invalid_credentials: 401,
  totp_required: 401,
  totp_invalid: 400,
  password_wrong: 400,
  password_common: 400,
  email_code_invalid: 400,
  email_taken: 409,
  passkey_invalid: 400,
  passkey_required: 401,
  proof_waits: 409,
  avatar_invalid: 400,
  nft_not_held: 409,
  nft_picture_unreadable: 409,
  referral_code_unknown: 400,
  gift_code_unknown: 400,
  free_rounds_over: 409,
  provider_unavailable: 503,
  limit_not_ready: 409,
  break_active: 409,
  limit_reached: 409,
  login_again_required: 401,
  explorer_unavailable: 503,
  wallet_message_invalid: 400,
  wallet_domain_wrong: 400,
  wallet_message_used: 409,
  wallet_message_expired: 400,
  wallet_signature_wrong: 400,
  wallet_chain_unsupported: 400,
  wallet_chain_unavailable: 503,
  wallet_unknown: 404,
  wallet_taken: 409,
  wallet_key_needed: 409,
  wallet_unproven: 409,
  wallet_proof_needed: 409,
  wallet_deposits_only: 409,
  wallet_not_linked: 409,
  wallet_practice_limit: 400,
  last_way_in: 409,
  insufficient_funds: 409,
  withdrawal_address_wrong: 400,
  withdrawal_address_ours: 409,
  withdrawal_address_waits: 409,
  withdrawal_too_small: 400,
  withdrawal_waits: 409,
  withdrawal_held: 409,
  withdrawal_under_way: 409,
  rate_stale: 503,
  balance_left: 409,
  withdrawal_open: 409,
  nothing_to_claim: 409,
  bad_params: 400,
  push_service_unknown: 400,
  stake_too_small: 400,
  stake_too_large: 400,
  payout_too_large: 400,
  game_paused: 409,
  too_soon: 429,
  round_open: 409,
  round_settled: 409,
  betting_closed: 409,
  bets_full: 409,
  round_not_running: 409,
  bad_step: 409,
  key_reused: 409,
  client_seed_missing: 409,
  seed_commitment_wrong: 409,
  confirmation_needed: 409,
  operator_too_new: 409,
  worth_risen: 409,
  auto_play_open: 409,
  auto_play_forbidden: 403,
  auto_play_ended: 409,
  auto_play_step_taken: 409,
} as const satisfies Record<ErrorCode, number>

export function failureResponse(
  code: ErrorCode,
  message: string,
  headers: Record<string, string> = {},
  { fields, retryAfterS, retryAfterMs, isDeadToken }: RefusalDetail = {},
) {
  REFUSALS.inc({ code })
  const body: Failure = {
    message,
    code,
    ...(isDeadToken && { result: { isLogin: true } }),
    ...(fields && { fields: [...fields] }),
    ...(retryAfterS !== undefined && { retryAfterS }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
  return Response.json(body, {
    status: STATUS[code],
    headers: {
      'cache-control': 'no-store',
      ...(retryAfterS !== undefined && { 'retry-after': String(retryAfterS) }),
      ...headers,
    },
  })
}

const RETRY_AFTER_S = 2

export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  return isDatabaseTrouble(error) || error instanceof CallAbortedError
    ? new Refusal('unavailable', 'The service is not available right now', {
        cause: error,
        retryAfterS: RETRY_AFTER_S,
      })
    : new Refusal('internal', 'Something went wrong on the server', { cause: error })
}
