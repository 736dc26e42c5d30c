import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ProviderGame } from '#contract/provider-games.ts'
import type { GamesSearch } from '#features/games/games-search.ts'
import {
  isProviderCategory,
  providerGamesQuery,
  type ProviderGamesFilter,
} from '#queries/provider-games.queries.ts'
import { loadedGames } from './loaded-games.ts'

export interface ProviderGamesList {
  readonly games: readonly ProviderGame[]
  /** Undefined until the first page is there. */
  readonly total: number | undefined
  readonly state: 'loading' | 'offline' | 'failed' | 'ready'
  readonly hasMore: boolean
  readonly isMoreFailed: boolean
  /** The next page must not be asked for now. */
  readonly isHeld: boolean
  readonly loadMore: () => void
}

const NONE: readonly ProviderGame[] = []

/** Games of other providers that fit the filters, as far as they are loaded. */
export function useProviderGames({ q, category, provider }: GamesSearch): ProviderGamesList {
  const client = useQueryClient()
  const filter = useMemo<ProviderGamesFilter>(
    () => ({
      category: category !== undefined && isProviderCategory(category) ? category : undefined,
      provider,
      text: q,
    }),
    [category, provider, q],
  )
  const query = useInfiniteQuery({
    ...providerGamesQuery(filter),
    // No other category of Koi has games of others.
    enabled: category === undefined || isProviderCategory(category),
  })
  const { data, error, fetchStatus, hasNextPage, isFetching, isFetchNextPageError, isEnabled } = query
  const isOffline = isEnabled && !data && fetchStatus === 'paused'
  const games = useMemo(() => {
    if (isOffline) return loadedGames(client, filter)
    return data?.pages.flatMap((page) => page.games) ?? NONE
  }, [client, data, isOffline, filter])
  return {
    games,
    total: isEnabled ? data?.pages[0]?.total : 0,
    state: isOffline ? 'offline' : data || !isEnabled ? 'ready' : error ? 'failed' : 'loading',
    hasMore: hasNextPage,
    isMoreFailed: isFetchNextPageError,
    isHeld: !hasNextPage || isFetching || isFetchNextPageError,
    loadMore: () => void (data ? query.fetchNextPage() : query.refetch()),
  }
}
