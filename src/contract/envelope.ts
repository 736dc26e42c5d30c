import * as v from 'valibot'
import { CountSchema } from './values.ts'

/**
 * `code` of an error answer: stable, snake_case, translated by the client. server/system/openapi.ts explains each.
 */
export const ERROR_CODES = [
  'bad_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'conflict',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal',
  'unavailable',
  'invalid_credentials',
  'totp_required',
  'totp_invalid',
  'password_wrong',
  'password_common',
  'email_code_invalid',
  'email_taken',
  'passkey_invalid',
  'passkey_required',
  'proof_waits',
  'withdrawal_waits',
  'withdrawal_held',
  'avatar_invalid',
  'push_service_unknown',
  'nft_not_held',
  'nft_picture_unreadable',
  'referral_code_unknown',
  'gift_code_unknown',
  'free_rounds_over',
  'provider_unavailable',
  'limit_not_ready',
  'break_active',
  'limit_reached',
  'login_again_required',
  'explorer_unavailable',
  'wallet_message_invalid',
  'wallet_domain_wrong',
  'wallet_message_used',
  'wallet_message_expired',
  'wallet_signature_wrong',
  'wallet_chain_unsupported',
  'wallet_chain_unavailable',
  'wallet_unknown',
  'wallet_practice_limit',
  'wallet_not_linked',
  'wallet_taken',
  'wallet_key_needed',
  'wallet_unproven',
  'wallet_proof_needed',
  'wallet_deposits_only',
  'last_way_in',
  'insufficient_funds',
  'withdrawal_address_wrong',
  'withdrawal_address_ours',
  'withdrawal_address_waits',
  'withdrawal_too_small',
  'withdrawal_under_way',
  'rate_stale',
  'balance_left',
  'withdrawal_open',
  'nothing_to_claim',
  'bad_params',
  'stake_too_small',
  'stake_too_large',
  'payout_too_large',
  'game_paused',
  'too_soon',
  'round_open',
  'round_settled',
  'betting_closed',
  'bets_full',
  'round_not_running',
  'bad_step',
  'key_reused',
  'client_seed_missing',
  'seed_commitment_wrong',
  'confirmation_needed',
  'operator_too_new',
  'worth_risen',
  'auto_play_open',
  'auto_play_forbidden',
  'auto_play_ended',
  'auto_play_step_taken',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/**
 * Body of every error answer. `code` is an open string: an older client must be able to read an error of a newer
 * server.
 */
export const FailureSchema = v.object({
  message: v.string(),
  code: v.string(),
  /** `isLogin: true` marks a dead access token (HTTP 401). */
  result: v.optional(v.object({ isLogin: v.boolean() })),
  /** Names of invalid fields (`bad_request`). */
  fields: v.optional(v.array(v.string())),
  /** Seconds until a retry makes sense (`rate_limited`). */
  retryAfterS: v.optional(CountSchema),
  /** Milliseconds until the bet is accepted (`too_soon`). */
  retryAfterMs: v.optional(CountSchema),
})
export type Failure = v.InferOutput<typeof FailureSchema>

const orNone = <T extends v.GenericSchema>(schema: T) => v.fallback(v.optional(schema), undefined)

/** For error answers of any origin: a proxy, for example, sends a message and no code. */
export const AnyFailureSchema = v.fallback(
  v.object({
    message: orNone(FailureSchema.entries.message),
    code: orNone(FailureSchema.entries.code),
    result: orNone(FailureSchema.entries.result),
    fields: orNone(FailureSchema.entries.fields),
    retryAfterS: orNone(FailureSchema.entries.retryAfterS),
  }),
  {},
)
