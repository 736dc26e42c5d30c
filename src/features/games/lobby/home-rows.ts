import type { GameSummary } from '#contract/games.ts'

/** Games on a shelf; "See all" leads to the rest. */
const SHELF_LIMIT = 18

/** In lobby order. */
export function gamesInCategory(games: readonly GameSummary[], category: string): readonly GameSummary[] {
  return games.filter((game) => game.categories.includes(category)).slice(0, SHELF_LIMIT)
}

/** Newest release first. */
export function newestInCategory(games: readonly GameSummary[], category: string): readonly GameSummary[] {
  return (
    games
      .filter((game) => game.categories.includes(category))
      // Compares ISO dates as text: comparing by a language's rules would first load them, in the busiest moment of a
      // launch.
      .sort((a, b) => (a.releasedAt < b.releasedAt ? 1 : a.releasedAt > b.releasedAt ? -1 : 0))
      .slice(0, SHELF_LIMIT)
  )
}
