import { PlayError, playErrorCodeOf, type AskedFor } from '#features/play/play-error.ts'
import { PlanRefusal } from '#rules/plan/plan-refusal.ts'

/** Whatever a call of the demonstration's engine failed with, as screens know it. */
export function toPlayError(error: unknown, asked: AskedFor): PlayError {
  if (error instanceof PlayError) return error
  const code = error instanceof PlanRefusal ? playErrorCodeOf(error.code, asked) : undefined
  return code
    ? new PlayError(code, (error as PlanRefusal).message, error)
    : new PlayError('storage_failed', 'The play engine failed', error)
}
