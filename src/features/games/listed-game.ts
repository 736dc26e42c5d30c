import type { GameSummary } from '#contract/games.ts'
import type { ProviderGame } from '#contract/provider-games.ts'

/** A game of Koi's own, or one of another provider. */
export type ListedGame = GameSummary | ProviderGame

export const isOfProvider = (game: ListedGame): game is ProviderGame => 'code' in game

export const keyOf = (game: ListedGame): string =>
  isOfProvider(game) ? `${game.provider}/${game.code}` : game.slug
