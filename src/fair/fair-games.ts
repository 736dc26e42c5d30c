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

/** Games whose result comes from a seed pair; crash has its own chain of hashes. */
export type SeededGame = Exclude<FairGame, 'crash'>
