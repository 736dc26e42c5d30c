import type { GameSummary, Provider } from '#contract/games.ts'
import { FAVOURITES } from '#features/games/pick-games.ts'
import type { GamesSearch } from '#features/games/games-search.ts'

/** Applies the filters of the URL; with a search text, best match first. */
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

/** In the providers' order, without providers that have no games. */
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

/** Normalizes width, accents and case, and replaces everything between letters and digits by one space. */
export function normalizeName(text: string): string {
  return text
    .normalize('NFKC')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Kinds of matches, best first; the index is the rank. */
const FITS: ReadonlyArray<(name: string, query: string) => boolean> = [
  (name, query) => name.startsWith(query),
  (name, query) => name.includes(` ${query}`),
  (name, query) => name.includes(query),
  (name, query) => query.split(' ').every((word) => name.includes(word)),
]

const normalizedNames = new WeakMap<GameSummary, readonly string[]>()

function namesOf(game: GameSummary): readonly string[] {
  const known = normalizedNames.get(game)
  if (known) return known
  const names = Object.values(game.name).map(normalizeName)
  normalizedNames.set(game, names)
  return names
}

/**
 * Finds games by their names in any language: first names that begin with `query`, then names with a word that does,
 * then names that contain it, then names that contain all its words. Keeps the order within a rank. An empty query
 * matches every game.
 */
export function searchGames(games: readonly GameSummary[], query: string): readonly GameSummary[] {
  const wanted = normalizeName(query)
  if (wanted === '') return query.trim() === '' ? games : []
  const ranks: GameSummary[][] = FITS.map(() => [])
  for (const game of games) {
    const names = namesOf(game)
    const rank = FITS.findIndex((fits) => names.some((name) => fits(name, wanted)))
    ranks[rank]?.push(game)
  }
  return ranks.flat()
}
