import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { API_QUERY_KEY } from '#api/api-client.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { listProviderGames, type ProviderGame } from '#contract/provider-games.ts'
import type { ProviderGamesFilter } from '#queries/provider-games.queries.ts'

type Pages = InfiniteData<DataOf<typeof listProviderGames>>

/** Games that fit, of all lists that this device has: what can be shown without a connection. */
export function loadedGames(
  client: QueryClient,
  { category, provider, text = '' }: ProviderGamesFilter,
): readonly ProviderGame[] {
  const lists = client.getQueriesData<Pages>({ queryKey: [API_QUERY_KEY, listProviderGames.path] })
  const byKey = new Map<string, ProviderGame>()
  for (const [, list] of lists) {
    for (const game of list?.pages.flatMap((page) => page.games) ?? [])
      byKey.set(`${game.provider}/${game.code}`, game)
  }
  const wanted = text.trim().toLowerCase()
  return [...byKey.values()].filter(
    (game) =>
      (category === undefined || game.category === category) &&
      (provider === undefined || game.provider === provider) &&
      Object.values(game.name).some((name) => name.toLowerCase().includes(wanted)),
  )
}
