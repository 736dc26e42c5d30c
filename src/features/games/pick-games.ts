import type { GameSummary } from '#contract/games.ts'

/** A chip among the categories that lists the player's favourites. */
export const FAVOURITES = 'favourites'

/** Keeps the order of `slugs`; drops games that left the catalogue. */
export function pickGames(games: readonly GameSummary[], slugs: readonly string[]): readonly GameSummary[] {
  const bySlug = new Map(games.map((game) => [game.slug, game]))
  return slugs.flatMap((slug) => bySlug.get(slug) ?? [])
}
