import { PLAY_GAMES } from '#rules/play-games.ts'

/** Slugs of the games that have a screen to play them on: those of seed pairs, and the one that all play together. */
const PLAY_SCREENS = [...PLAY_GAMES, 'crash'] as const
export type PlayScreenSlug = (typeof PLAY_SCREENS)[number]

/** Whether the game at this address has a screen to play it on. */
export const isPlayScreen = (slug: string): slug is PlayScreenSlug =>
  PLAY_SCREENS.some((game) => game === slug)
