import { ApiError } from '#api/api-error.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import { PlayError, playErrorCodeOf, type AskedFor, type PlayErrorCode } from '#features/play/play-error.ts'

/** Whatever a call of the server's engine failed with, as screens know it. */
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
  // A code that a newer server invented is none of these.
  const said = kind === 'http' && code !== undefined ? playErrorCodeOf(code, asked) : undefined
  return said ?? (asked === 'reading' || isUnanswered ? 'not_answered' : 'server_failed')
}
