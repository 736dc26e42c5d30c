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

/** Played only as gifts: the house pays the stake, and nobody can bet on them. */
export const GIFT_GAMES = ['gift-wheel'] as const
export type GiftGame = (typeof GIFT_GAMES)[number]

export const isGiftGame = (slug: string): slug is GiftGame => GIFT_GAMES.some((game) => game === slug)

/** Every game whose bets can be verified. */
export const VERIFIED_GAMES = [...FAIR_GAMES, ...GIFT_GAMES] as const
export type VerifiedGame = (typeof VERIFIED_GAMES)[number]
