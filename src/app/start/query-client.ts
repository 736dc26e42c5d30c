import { onlineManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#api/api-error.ts'
import { connection } from '#api/connection.ts'
import { ageOf } from '#lib/age.ts'
import { PERSIST_MAX_AGE_MS } from '#queries/api-query.ts'

const MAX_RETRIES = 3
const MAX_RETRY_DELAY_MS = 30_000

/** Up to three retries, but none for an answer that will not change: a client error or a broken contract. */
export function shouldRetry(failureCount: number, error: Error): boolean {
  if (failureCount >= MAX_RETRIES) return false
  if (!(error instanceof ApiError)) return true
  return error.kind !== 'malformed' && !(error.status >= 400 && error.status < 500)
}

/** 1 s, 2 s, 4 s … capped at 30 s. `attempt` counts from 0. */
export function retryDelay(attempt: number): number {
  return Math.min(1_000 * 2 ** attempt, MAX_RETRY_DELAY_MS)
}

/** The query cache with the product's defaults: collected after 5 min, retried with a capped back-off. */
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
      // A restored query would otherwise be collected after 5 min and vanish from storage too.
      hydrate: { queries: { gcTime: PERSIST_MAX_AGE_MS } },
    },
  })
  refetchAnswersOfTheFuture(client)
  return client
}

/**
 * An answer that is dated in the future is stale, whoever asks: the clock has been set back since. The library would
 * take it for fresh until that moment comes.
 */
function refetchAnswersOfTheFuture(client: QueryClient): void {
  const withDefaults = client.defaultQueryOptions.bind(client)
  client.defaultQueryOptions = (options) => {
    const defaulted: ReturnType<typeof withDefaults> = withDefaults(options as never)
    // The app agrees on numbers alone.
    const agreed = defaulted.staleTime as number
    // Once for each: the library gives what has its defaults again.
    if (!options._defaulted)
      defaulted.staleTime = ({ state }) => (ageOf(state.dataUpdatedAt) < Infinity ? agreed : -Infinity)
    return defaulted as never
  }
}

/** Lets queries pause and resume with what the API client knows, not only with the browser's guess. */
export function followConnectionInQueries(): void {
  onlineManager.setEventListener((setOnline) => {
    const follow = () => setOnline(connection.get() === 'online')
    follow()
    return connection.subscribe(follow)
  })
}
