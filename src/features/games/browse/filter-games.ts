import type { GameSummary, Provider } from '#contract/games.ts'
import { FAVOURITES } from '#features/games/pick-games.ts'
import type { GamesSearch } from './games-search.ts'

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

/**
 * Brings names and queries to one form: full-width and half-width alike, no accents, lower case, and one
 * space for whatever stands between letters and figures.
 */
export function normalizeName(text: string): string {
  return text
    .normalize('NFKC')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** How well a name fits, best first; the index is the rank. */
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
 * The games whose name in any language fits `query`: names that begin with it first, then those with a
 * word that does, then those that contain it, then those that contain all its words. Within a rank the
 * order stays. An empty query fits every game.
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
