import {
  HILO_RANKS,
  HILO_SUITS,
  hiloCardOf,
  hiloChance,
  hiloGuesses,
  hiloWorth,
  type HiloCardName,
  type HiloGuess,
  type HiloRank,
  type HiloSuit,
} from '#rules/hilo/hilo.ts'
import { payoutOf, type Multiplier } from '#fair/multiplier.ts'
import type { OpenRound } from '#features/play/play-engine.ts'

export interface HiloOffer {
  readonly guess: HiloGuess
  /** In hundredths of a percent. */
  readonly chance: number
  /** Multiplier of the whole round after this guess, if it is right. */
  readonly worth: Multiplier
  readonly payout: bigint
  /** True if a win would exceed the limit for one bet, so that the guess is refused. */
  readonly isTooHigh: boolean
}

/** One start card per rank. The suit does not matter: they alternate so that all are seen. */
export const START_CARDS: readonly HiloCardName[] = HILO_RANKS.map(
  (rank, place) => `${rank}${HILO_SUITS[place % HILO_SUITS.length] ?? 'S'}` as const,
)

export const rankOf = (card: HiloCardName) => card.slice(0, -1) as HiloRank
export const suitOf = (card: HiloCardName) => card.slice(-1) as HiloSuit

/** The upward guess (or its replacement) first, so that each side keeps its button. */
export function guessSides(card: HiloCardName): readonly [HiloGuess, HiloGuess] {
  const [first, second] = hiloGuesses(hiloCardOf(card))
  return first === 'lower' ? [second, first] : [first, second]
}

/** In the order of `guessSides`; empty without a card. */
export function hiloOffers(
  { cards, moves, stake }: Pick<OpenRound<'hilo'>, 'cards' | 'moves' | 'stake'>,
  maxPayout: bigint | undefined,
): readonly HiloOffer[] {
  const card = cards.at(-1)
  if (card === undefined) return []
  const values = cards.map(hiloCardOf)
  return guessSides(card).map((guess) => {
    const worth = hiloWorth(values, [...moves, guess])
    const payout = payoutOf(stake, worth)
    return {
      guess,
      chance: Math.round(hiloChance(hiloCardOf(card), guess) * 10_000),
      worth,
      payout,
      isTooHigh: maxPayout !== undefined && payout > maxPayout,
    }
  })
}

/** Direction of a guess, for its sign and its key. */
export function sideOf(guess: HiloGuess): 'up' | 'down' | 'same' {
  return guess === 'same' ? 'same' : guess.startsWith('higher') ? 'up' : 'down'
}
