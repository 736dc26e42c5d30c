import type { UseQueryResult } from '@tanstack/react-query'
import { ApiError } from '#api/api-error.ts'
import type { GameSummary } from '#contract/games.ts'

/**
 * True if the player should be told that games are missing: the call failed, waits for a connection, or timed out, and
 * the next try may take as long again.
 */
export function areGamesMissing(query: UseQueryResult<readonly GameSummary[]>): boolean {
  if (query.data !== undefined) return false
  const { error, failureReason, fetchStatus } = query
  const isSlow = failureReason instanceof ApiError && failureReason.kind === 'timeout'
  return error !== null || isSlow || fetchStatus === 'paused'
}
