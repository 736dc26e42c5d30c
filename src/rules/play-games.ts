import { GIFT_GAMES, type FairGame, type GiftGame } from './fair-games.ts'

/** Slugs of the playable games in the order of lists. This file has no rules because the first load needs it. */
export const PLAY_GAMES = [
  'dice',
  'limbo',
  'mines',
  'plinko',
  'hilo',
  'keno',
  'wheel',
  'pond-reels',
] as const satisfies readonly FairGame[]

/** Games whose rounds all players share. */
export const SHARED_GAMES = ['crash'] as const
export type SharedGame = (typeof SHARED_GAMES)[number]

export const isSharedGame = (slug: string): slug is SharedGame => SHARED_GAMES.some((game) => game === slug)

type SeededGame = (typeof PLAY_GAMES)[number] | GiftGame

export function forEachGame<T>(make: () => T): Record<SeededGame, T> {
  return Object.fromEntries([...PLAY_GAMES, ...GIFT_GAMES].map((game) => [game, make()])) as Record<
    SeededGame,
    T
  >
}
