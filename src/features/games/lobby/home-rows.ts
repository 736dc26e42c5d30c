import type { GameSummary } from '#contract/games.ts'

/** Games on one shelf of the lobby; the rest is behind "See all". */
const SHELF_LIMIT = 18

/** The games of a category in lobby order. */
export function gamesInCategory(games: readonly GameSummary[], category: string): readonly GameSummary[] {
  return games.filter((game) => game.categories.includes(category)).slice(0, SHELF_LIMIT)
}

/** The games of a category, latest release first. */
export function newestInCategory(games: readonly GameSummary[], category: string): readonly GameSummary[] {
  return (
    games
      .filter((game) => game.categories.includes(category))
      // Dates as ISO writes them; comparing by a language's rules would first load them, in a launch's busiest moment.
      .sort((a, b) => (a.releasedAt < b.releasedAt ? 1 : a.releasedAt > b.releasedAt ? -1 : 0))
      .slice(0, SHELF_LIMIT)
  )
}

/** The shelves of the lobby: a game that is only announced stands in the last one and in no other. */
export interface LobbyShelves {
  readonly trending: readonly GameSummary[]
  readonly newest: readonly GameSummary[]
  /** Empty while it would only repeat the shelves above it. */
  readonly originals: readonly GameSummary[]
  readonly coming: readonly GameSummary[]
}

export function lobbyShelves(games: readonly GameSummary[]): LobbyShelves {
  const open = games.filter(({ status }) => status !== 'soon')
  const trending = gamesInCategory(open, 'trending')
  const newest = newestInCategory(open, 'new')
  const originals = gamesInCategory(open, 'originals')
  const isRepeat = originals.every((game) => trending.includes(game) || newest.includes(game))
  return {
    trending,
    newest,
    originals: isRepeat ? [] : originals,
    coming: games.filter(({ status }) => status === 'soon').slice(0, SHELF_LIMIT),
  }
}
