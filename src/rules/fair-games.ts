/** The originals, by the name they have on the wire and in the catalogue. */
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
