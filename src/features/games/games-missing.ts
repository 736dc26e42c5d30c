import type { UseQueryResult } from '@tanstack/react-query'
import { ApiError } from '#api/api-error.ts'
import type { GameSummary } from '#contract/games.ts'

/**
 * Whether there are no games to show and the player should know: the call failed, waits for a connection, or
 * got no answer in time; the next try may take as long again.
 */
export function areGamesMissing(query: UseQueryResult<readonly GameSummary[]>): boolean {
  if (query.data !== undefined) return false
  const { error, failureReason, fetchStatus } = query
  const isSlow = failureReason instanceof ApiError && failureReason.kind === 'timeout'
  return error !== null || isSlow || fetchStatus === 'paused'
}
