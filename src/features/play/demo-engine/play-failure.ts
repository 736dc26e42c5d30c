import { PlayError, type AskedFor, type PlayErrorCode } from '#features/play/play-error.ts'
import { PlanRefusal, type PlanRefusalCode } from '#rules/plan/plan-refusal.ts'

const CODES: Readonly<Record<PlanRefusalCode, PlayErrorCode>> = {
  auto_play_ended: 'auto_play_ended',
  auto_play_step_taken: 'auto_play_step_taken',
  bad_params: 'bad_params',
  bad_request: 'bad_params',
  bad_step: 'bad_action',
  bets_full: 'bets_full',
  key_reused: 'key_reused',
  payout_too_large: 'payout_too_large',
  round_open: 'round_open',
  stake_too_large: 'stake_too_large',
  stake_too_small: 'bet_too_small',
  too_soon: 'too_soon',
}

export function toPlayError(error: unknown, asked: AskedFor): PlayError {
  if (error instanceof PlayError) return error
  if (!(error instanceof PlanRefusal)) return new PlayError('storage_failed', 'The play engine failed', error)
  const { code, message } = error
  const isBetTooLarge = code === 'payout_too_large' && asked === 'bet'
  return new PlayError(isBetTooLarge ? 'bet_too_large' : CODES[code], message, error)
}
