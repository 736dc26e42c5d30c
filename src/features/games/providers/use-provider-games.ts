import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ProviderGame } from '#contract/provider-games.ts'
import type { GamesSearch } from '#features/games/games-search.ts'
import { isProviderCategory, providerGamesQuery } from '#queries/provider-games.queries.ts'

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
  const query = useInfiniteQuery({
    ...providerGamesQuery({
      category: category !== undefined && isProviderCategory(category) ? category : undefined,
      provider,
      search: q,
    }),
    // No other category of Koi has games of others.
    enabled: category === undefined || isProviderCategory(category),
  })
  const { data, error, fetchStatus, hasNextPage, isFetching, isFetchNextPageError, isEnabled } = query
  const games = useMemo(() => data?.pages.flatMap((page) => page.games) ?? NONE, [data])
  return {
    games,
    total: isEnabled ? data?.pages[0]?.total : 0,
    state: data || !isEnabled ? 'ready' : fetchStatus === 'paused' ? 'offline' : error ? 'failed' : 'loading',
    hasMore: hasNextPage,
    isMoreFailed: isFetchNextPageError,
    isHeld: !hasNextPage || isFetching || isFetchNextPageError,
    loadMore: () => void (data ? query.fetchNextPage() : query.refetch()),
  }
}
