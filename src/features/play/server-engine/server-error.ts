import { ApiError } from '#api/api-error.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import type { ErrorCode } from '#contract/envelope.ts'
import { PlayError, type AskedFor, type PlayErrorCode } from '#features/play/play-error.ts'

const CODES: Partial<Record<ErrorCode, PlayErrorCode>> = {
  unauthorized: 'session_ended',
  bad_request: 'bad_params',
  bad_params: 'bad_params',
  bad_step: 'bad_action',
  stake_too_small: 'bet_too_small',
  stake_too_large: 'stake_too_large',
  payout_too_large: 'payout_too_large',
  insufficient_funds: 'insufficient_balance',
  game_paused: 'game_paused',
  too_soon: 'too_soon',
  rate_limited: 'too_soon',
  break_active: 'break_active',
  limit_reached: 'limit_reached',
  rate_stale: 'rate_stale',
  betting_closed: 'betting_closed',
  bets_full: 'bets_full',
  round_not_running: 'too_early',
  round_open: 'round_open',
  round_settled: 'round_settled',
  key_reused: 'key_reused',
  // The player's client seed is chosen when a pair begins.
  client_seed_missing: 'bad_client_seed',
  seed_commitment_wrong: 'seed_commitment_wrong',
  free_rounds_over: 'free_rounds_over',
  auto_play_open: 'auto_play_open',
  auto_play_forbidden: 'auto_play_forbidden',
  auto_play_ended: 'auto_play_ended',
  auto_play_step_taken: 'auto_play_step_taken',
}

/** Codes that mean something else for one kind of call. */
const CODES_OF: Partial<Record<AskedFor, Partial<Record<ErrorCode, PlayErrorCode>>>> = {
  bet: { payout_too_large: 'bet_too_large', not_found: 'bad_params' },
  step: { not_found: 'round_not_found', bad_request: 'bad_action' },
  seeds: { bad_request: 'bad_client_seed' },
}

export function toPlayError(error: unknown, asked: AskedFor): PlayError {
  if (error instanceof PlayError) return error
  if (error instanceof ApiError) return new PlayError(codeOf(error, asked), error.message, error)
  const message = error instanceof FairnessError ? error.message : 'The play engine failed'
  return new PlayError('server_failed', message, error)
}

function codeOf({ kind, code, isDeadToken }: ApiError, asked: AskedFor): PlayErrorCode {
  if (isDeadToken) return 'session_ended'
  const isUnanswered = kind === 'network' || kind === 'timeout'
  if (isUnanswered && (asked === 'bet' || asked === 'step')) return 'offline'
  // A newer server may have codes that are not in the tables.
  const known = kind === 'http' ? (code as ErrorCode) : undefined
  const said = known && (CODES_OF[asked]?.[known] ?? CODES[known])
  return said ?? (asked === 'reading' || isUnanswered ? 'not_answered' : 'server_failed')
}
