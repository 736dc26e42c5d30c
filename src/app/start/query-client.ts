import { onlineManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#api/api-error.ts'
import { connection } from '#api/connection.ts'
import { ageOf } from '#lib/age.ts'
import { PERSIST_MAX_AGE_MS } from '#queries/api-query.ts'

const MAX_RETRIES = 3
const MAX_RETRY_DELAY_MS = 30_000

/**
 * Up to three retries, and more while the server is slow. No retry for answers that will not change: client errors and
 * answers that break the contract.
 */
export function shouldRetry(failureCount: number, error: Error): boolean {
  if (failureCount >= MAX_RETRIES && connection.get() !== 'slow') return false
  if (!(error instanceof ApiError)) return true
  return error.kind !== 'malformed' && !(error.status >= 400 && error.status < 500)
}

/** 1 s, 2 s, 4 s … at most 30 s. `attempt` counts from 0. */
export function retryDelay(attempt: number): number {
  return Math.min(1_000 * 2 ** attempt, MAX_RETRY_DELAY_MS)
}

/** Unused answers are dropped after 5 min; retries back off up to a limit. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 5 * 60_000,
        staleTime: 30_000,
        retry: shouldRetry,
        retryDelay,
        networkMode: 'offlineFirst',
      },
      // Without this, restored queries would be dropped after 5 min, and vanish from storage too.
      hydrate: { queries: { gcTime: PERSIST_MAX_AGE_MS } },
    },
  })
  refetchAnswersOfTheFuture(client)
  return client
}

/**
 * Makes answers dated in the future stale: the clock has been set back since. The library would treat them as fresh
 * until that time.
 */
function refetchAnswersOfTheFuture(client: QueryClient): void {
  const withDefaults = client.defaultQueryOptions.bind(client)
  client.defaultQueryOptions = (options) => {
    const defaulted: ReturnType<typeof withDefaults> = withDefaults(options as never)
    // All queries of the app use numbers here.
    const agreed = defaulted.staleTime as number
    // Only once: the library passes options that already have defaults again.
    if (!options._defaulted)
      defaulted.staleTime = ({ state }) => (ageOf(state.dataUpdatedAt) < Infinity ? agreed : -Infinity)
    return defaulted as never
  }
}

/** Pauses and resumes queries by the API client's knowledge, not only by the browser's events. */
export function followConnectionInQueries(client: QueryClient): void {
  let before = connection.get()
  onlineManager.setEventListener((setOnline) => {
    const follow = () => {
      const now = connection.get()
      setOnline(now !== 'offline')
      // Queries that gave up on a slow server.
      if (before === 'slow' && now === 'online') client.getQueryCache().onOnline()
      before = now
    }
    follow()
    return connection.subscribe(follow)
  })
}
