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

/** A guess at the card that lies open. */
export interface HiloOffer {
  readonly guess: HiloGuess
  /** In hundredths of a percent. */
  readonly chance: number
  /** What the whole round is worth when it is right, and pays then. */
  readonly worth: Multiplier
  readonly payout: bigint
  /** It would pay more than one bet may win, and is not taken. */
  readonly isTooHigh: boolean
}

/** A card to start with for each rank. Suits count for nothing; they take turns so that all are seen. */
export const START_CARDS: readonly HiloCardName[] = HILO_RANKS.map(
  (rank, place) => `${rank}${HILO_SUITS[place % HILO_SUITS.length] ?? 'S'}` as const,
)

export const rankOf = (card: HiloCardName) => card.slice(0, -1) as HiloRank
export const suitOf = (card: HiloCardName) => card.slice(-1) as HiloSuit

/** The guesses at a card: the one upwards first, or what stands in its place. A side keeps its button. */
export function guessSides(card: HiloCardName): readonly [HiloGuess, HiloGuess] {
  const [first, second] = hiloGuesses(hiloCardOf(card))
  return first === 'lower' ? [second, first] : [first, second]
}

/** What can be guessed in a round, in the order of `guessSides`; nothing without a card. */
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

/** Which way a guess goes, for its sign and its key. */
export function sideOf(guess: HiloGuess): 'up' | 'down' | 'same' {
  return guess === 'same' ? 'same' : guess.startsWith('higher') ? 'up' : 'down'
}
