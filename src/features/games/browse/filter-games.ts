import type { GameSummary, Provider } from '#contract/games.ts'
import { FAVOURITES } from '#features/games/pick-games.ts'
import type { GamesSearch } from './games-search.ts'
import { searchGames } from './search-games.ts'

/** The games that the Games page's URL asks for, best match first when it has a search text. */
export function filterGames(
  games: readonly GameSummary[],
  { q = '', category, provider }: GamesSearch,
  favourites: ReadonlySet<string>,
): readonly GameSummary[] {
  const isWanted = (game: GameSummary) =>
    (category === undefined ||
      (category === FAVOURITES ? favourites.has(game.slug) : game.categories.includes(category))) &&
    (provider === undefined || game.provider === provider)
  return searchGames(games.filter(isWanted), q)
}

export interface GameGroup {
  provider: Provider
  games: readonly GameSummary[]
}

/** The games under their providers, in the providers' order; providers without a game are left out. */
export function groupByProvider(
  games: readonly GameSummary[],
  providers: readonly Provider[],
): readonly GameGroup[] {
  const groups = new Map<string, GameSummary[]>()
  for (const game of games) {
    const group = groups.get(game.provider)
    if (group) group.push(game)
    else groups.set(game.provider, [game])
  }
  return providers.flatMap((provider) => {
    const own = groups.get(provider.slug)
    return own ? [{ provider, games: own }] : []
  })
}
