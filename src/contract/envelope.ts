import * as v from 'valibot'
import { CountSchema } from './values.ts'

/** `code` of an error answer: stable, snake_case, translated by the client. */
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
  /** E-mail or password is wrong; which of them is never said. */
  'invalid_credentials',
  /** The password is right, and the account asks for a code of its authenticator as well. */
  'totp_required',
  /** Wrong, or used before. */
  'totp_invalid',
  'password_wrong',
  /** On the list of common passwords, or made of the player's own address. */
  'password_common',
  /** Wrong, expired, tried too often or never sent. */
  'email_code_invalid',
  'email_taken',
  'passkey_invalid',
  /** The account asks for one of its passkeys as well. */
  'passkey_required',
  /** A passkey was removed that nobody showed: money and the ways in stay as they are for a day. */
  'proof_waits',
  /** The e-mail address was changed less than a day ago. */
  'withdrawal_waits',
  'avatar_invalid',
  'referral_code_unknown',
  /** A raise of a limit is confirmed before its 24 hours are over, or there is none. */
  'limit_not_ready',
  /** A time-out or self-exclusion is under way. */
  'break_active',
  /** A limit the player has set for himself leaves no room for this. */
  'limit_reached',
  /** An account without a password: what asks for one wants a session opened minutes ago instead. */
  'login_again_required',
  /** The explorer of wallets cannot be reached or answers nonsense. */
  'explorer_unavailable',
  /** What was signed is no message of this server's form. */
  'wallet_message_invalid',
  /** The message was made for another site. */
  'wallet_domain_wrong',
  /** The message was used before, or this server never made it. */
  'wallet_message_used',
  'wallet_message_expired',
  'wallet_signature_wrong',
  /** The chain is not one of this server's. */
  'wallet_chain_unsupported',
  /** The chain cannot be reached: nothing is read from it, and no contract's signature checked. */
  'wallet_chain_unavailable',
  /** No account has this wallet: one is opened once the player says to be 18 or older. */
  'wallet_unknown',
  /** More practice money than one payment may bring. */
  'wallet_practice_limit',
  /** The wallet is not linked to the player's account. */
  'wallet_not_linked',
  /** Another account has this wallet. */
  'wallet_taken',
  /** A contract signed for a wallet that its account knows by its key. */
  'wallet_key_needed',
  /** A contract that was linked before its chain was kept: it has to be linked once more, from within. */
  'wallet_unproven',
  /** Another player had the wallet: a signature is not enough to link it, as it is for one that only pays in. */
  'wallet_proof_needed',
  /** The wallet only pays into an account. */
  'wallet_deposits_only',
  /** Without it nobody could get into the account any more. */
  'last_way_in',
  /** Less is available than that. */
  'insufficient_funds',
  /** No address of that network, or its checksum is wrong. */
  'withdrawal_address_wrong',
  /** It is one of this house's own: money sent there would not leave. */
  'withdrawal_address_ours',
  /** Only kept addresses are allowed, 24 hours after they were added. */
  'withdrawal_address_waits',
  'withdrawal_too_small',
  /** The signer has taken it: it cannot be cancelled any more. */
  'withdrawal_under_way',
  /** The price of a coin is too old to convert at. */
  'rate_stale',
  /** The account holds money, and nobody has said that it may go. */
  'balance_left',
  /** Money is on its way out of the account. */
  'withdrawal_open',
  /** The game's parameters are not ones it is played with. */
  'bad_params',
  'stake_too_small',
  'stake_too_large',
  /** The best result of the bet, or of the step, would pay more than the highest payout. */
  'payout_too_large',
  'game_paused',
  /** Less time than the game's smallest cycle has passed since the bet before; `retryAfterMs` says how much is left. */
  'too_soon',
  /** A round is open: it blocks a second one of its game, and the change of seeds. */
  'round_open',
  'round_settled',
  /** Crash: the round takes no bets any more. */
  'betting_closed',
  /** Crash: the player has as many bets in the round as one can have. */
  'bets_full',
  /** Crash: the curve has not begun. */
  'round_not_running',
  /** The round does not allow the step, or there is nothing to cash out. */
  'bad_step',
  /** The idempotency key belongs to another request. */
  'key_reused',
  /** The player has not begun a seed pair yet. */
  'client_seed_missing',
  /** The commitment that was named is not the one that was shown. */
  'seed_commitment_wrong',
  /** Another auto-play is under way. */
  'auto_play_open',
  /** The operator does not allow auto-play. */
  'auto_play_forbidden',
  /** The auto-play that the bet is a step of has ended, and its plan does not allow another bet. */
  'auto_play_ended',
  /** That step of the auto-play was taken before, or is not the next one. */
  'auto_play_step_taken',
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
  /** Names of the fields that are not valid (`bad_request`). */
  fields: v.optional(v.array(v.string())),
  /** Seconds until the call is worth repeating (`rate_limited`). */
  retryAfterS: v.optional(CountSchema),
  /** Milliseconds until the bet is taken (`too_soon`). */
  retryAfterMs: v.optional(CountSchema),
})
export type Failure = v.InferOutput<typeof FailureSchema>

const orNone = <T extends v.GenericSchema>(schema: T) => v.fallback(v.optional(schema), undefined)

/** What can be read of a failed answer, whoever gave it: a proxy, say, tells a message and no code. */
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
