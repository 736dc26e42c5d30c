/** Koi's own games, by their name in the API and in the catalogue. */
export const FAIR_GAMES = [
  'dice',
  'limbo',
  'plinko',
  'mines',
  'keno',
  'wheel',
  'hilo',
  'crash',
  'pond-reels',
] as const
export type FairGame = (typeof FAIR_GAMES)[number]
