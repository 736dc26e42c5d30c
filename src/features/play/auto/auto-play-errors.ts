import type { AutoPlayEnd } from './auto-play.ts'
import { PlayError, type PlayErrorCode } from '#features/play/play-error.ts'

/** Refusals that have an end of their own; all others end a run as `failed`, with their code. */
const ENDS: Partial<Record<PlayErrorCode, AutoPlayEnd>> = {
  insufficient_balance: 'balance',
  bet_too_large: 'stake-cap',
  stake_too_large: 'stake-cap',
  limit_reached: 'limit',
  break_active: 'break',
  game_paused: 'paused',
  offline: 'network',
  bet_lost: 'network',
  outcome_unknown: 'unknown',
  auto_play_open: 'other-tab',
  auto_play_step_taken: 'other-tab',
}

export function endOfError(error: unknown): AutoPlayEnd {
  return (error instanceof PlayError ? ENDS[error.code] : undefined) ?? 'failed'
}
