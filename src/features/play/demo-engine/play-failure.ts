import { PlayError, type AskedFor, type PlayErrorCode } from '#features/play/play-error.ts'
import { PlanRefusal, type PlanRefusalCode } from '#rules/plan/plan-refusal.ts'

/** All other codes of the planner have the same name here. */
const RENAMED = {
  bad_request: 'bad_params',
  bad_step: 'bad_action',
  stake_too_small: 'bet_too_small',
} as const satisfies Partial<Record<PlanRefusalCode, PlayErrorCode>>
const isRenamed = (code: PlanRefusalCode): code is keyof typeof RENAMED => code in RENAMED

export function toPlayError(error: unknown, asked: AskedFor): PlayError {
  if (error instanceof PlayError) return error
  if (!(error instanceof PlanRefusal)) return new PlayError('storage_failed', 'The play engine failed', error)
  const { code, message } = error
  const isBetTooLarge = code === 'payout_too_large' && asked === 'bet'
  const same = isRenamed(code) ? RENAMED[code] : code
  return new PlayError(isBetTooLarge ? 'bet_too_large' : same, message, error)
}
