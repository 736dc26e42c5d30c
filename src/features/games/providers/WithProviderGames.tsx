import { useDeferredValue, type ReactNode } from 'react'
import type { GamesSearch } from '#features/games/games-search.ts'
import type { OtherGames } from '#features/games/other-games.ts'
import { ProviderGamesEnd } from './ProviderGamesEnd.tsx'
import { ProviderGameTile } from './ProviderGameTile.tsx'
import { useProviderGames } from './use-provider-games.ts'

interface WithProviderGamesProps {
  search: GamesSearch
  children: (others: OtherGames) => ReactNode
}

/** Not in the chunk of the Games page, which shows Koi's own games first. */
export function WithProviderGames({ search, children }: WithProviderGamesProps) {
  const list = useProviderGames(search)
  const games = useDeferredValue(list.games)
  const isMissing = list.state === 'offline' || list.state === 'failed'
  return children({
    games,
    total: isMissing ? 'missing' : list.total,
    tile: (game, fetchCover) => <ProviderGameTile game={game} fetchCover={fetchCover} />,
    end: <ProviderGamesEnd list={list} />,
  })
}
