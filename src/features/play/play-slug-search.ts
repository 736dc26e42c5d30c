import { PLAY_GAMES } from '#rules/play-games.ts'

/** Whether the game at this address has a screen to play it on. */
export const isPlayScreen = (slug: string): slug is (typeof PLAY_GAMES)[number] =>
  PLAY_GAMES.some((game) => game === slug)
