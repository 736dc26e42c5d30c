import type { GameSummary } from '#contract/games.ts'

/** Games on one shelf of the lobby; the rest is behind "See all". */
const SHELF_LIMIT = 18

/** The games of a category in lobby order. */
export function gamesInCategory(games: readonly GameSummary[], category: string): readonly GameSummary[] {
  return games.filter((game) => game.categories.includes(category)).slice(0, SHELF_LIMIT)
}

/** The games of a category, latest release first. */
export function newestInCategory(games: readonly GameSummary[], category: string): readonly GameSummary[] {
  return games
    .filter((game) => game.categories.includes(category))
    .sort((a, b) => b.releasedAt.localeCompare(a.releasedAt))
    .slice(0, SHELF_LIMIT)
}
