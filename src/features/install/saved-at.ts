import type { QueryClient } from '@tanstack/react-query'
import { ageOf } from '#lib/age.ts'
import { PERSIST_MAX_AGE_MS } from '#queries/api-query.ts'

/** When the newest of the answers that survive offline was given; `undefined` when none is younger than 24 h. */
export function newestSavedAt(client: QueryClient, now = Date.now()): Date | undefined {
  const times = client
    .getQueryCache()
    .getAll()
    .filter((query) => query.meta?.persist !== undefined && query.state.data !== undefined)
    .map((query) => query.state.dataUpdatedAt)
    .filter((updatedAt) => ageOf(updatedAt, now) <= PERSIST_MAX_AGE_MS)
  const newest = Math.max(0, ...times)
  return newest > 0 ? new Date(newest) : undefined
}
