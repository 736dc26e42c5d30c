import { PLAY_GAMES } from '#rules/play-games.ts'

const PLAY_SCREENS = [...PLAY_GAMES, 'crash'] as const
export type PlayScreenSlug = (typeof PLAY_SCREENS)[number]

export const isPlayScreen = (slug: string): slug is PlayScreenSlug =>
  PLAY_SCREENS.some((game) => game === slug)
