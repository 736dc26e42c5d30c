import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ProviderGame } from '#contract/provider-games.ts'
import { isProviderCategory, providerGamesQuery } from '#queries/provider-games.queries.ts'
import type { GamesSearch } from './games-search.ts'

/** Games of other providers that fit the filters, as far as they are loaded. */
export interface ProviderGamesList {
  readonly games: readonly ProviderGame[]
  /** Undefined until the first page is there. */
  readonly total: number | undefined
  readonly state: 'none' | 'loading' | 'offline' | 'failed' | 'ready'
  readonly hasMore: boolean
  readonly isMoreFailed: boolean
  readonly isHeld: boolean
  readonly loadMore: () => void
}

const NONE: readonly ProviderGame[] = []

/** @param isAsked false where only own games can fit */
export function useProviderGames(
  { q, category, provider }: GamesSearch,
  isAsked: boolean,
): ProviderGamesList {
  const fits = category === undefined || isProviderCategory(category)
  const isEnabled = isAsked && fits
  const query = useInfiniteQuery({
    ...providerGamesQuery({
      category: category !== undefined && isProviderCategory(category) ? category : undefined,
      provider,
      search: q,
    }),
    enabled: isEnabled,
  })
  const { data, error, fetchStatus, hasNextPage, isFetching, isFetchNextPageError } = query
  const games = useMemo(() => data?.pages.flatMap((page) => page.games) ?? NONE, [data])
  if (!isEnabled) return { ...IDLE, state: 'none' }
  const loadMore = () => void (data ? query.fetchNextPage() : query.refetch())
  return {
    games,
    total: data?.pages[0]?.total,
    state: data ? 'ready' : fetchStatus === 'paused' ? 'offline' : error ? 'failed' : 'loading',
    hasMore: hasNextPage,
    isMoreFailed: isFetchNextPageError,
    isHeld: !hasNextPage || isFetching || isFetchNextPageError,
    loadMore,
  }
}

const IDLE = {
  games: NONE,
  total: 0,
  hasMore: false,
  isMoreFailed: false,
  isHeld: true,
  loadMore: () => undefined,
}
