import type { GameSummary } from '#contract/games.ts'

/** The chip that stands among the categories but lists what the player marked. */
export const FAVOURITES = 'favourites'

/** The games of `slugs` in that order; a slug that left the catalogue is left out. */
export function pickGames(games: readonly GameSummary[], slugs: readonly string[]): readonly GameSummary[] {
  const bySlug = new Map(games.map((game) => [game.slug, game]))
  return slugs.flatMap((slug) => bySlug.get(slug) ?? [])
}
