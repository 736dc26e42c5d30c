import { FairnessError } from '#fair/fairness-error.ts'
import { MULTIPLIER_SCALE, type Multiplier, multiplierOf } from '#fair/multiplier.ts'
import { type Fields, parseChoice, parseFields } from '#fair/parse-value.ts'
import type { RandomStream } from '#fair/stream.ts'

export const HILO_RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'] as const
export type HiloRank = (typeof HILO_RANKS)[number]

/** Diamonds, hearts, spades, clubs: the order within a rank. */
export const HILO_SUITS = ['D', 'H', 'S', 'C'] as const
export type HiloSuit = (typeof HILO_SUITS)[number]

export const HILO_GUESSES = ['higher-or-same', 'lower-or-same', 'higher', 'lower', 'same'] as const
export type HiloGuess = (typeof HILO_GUESSES)[number]

export const HILO_MOVES = [...HILO_GUESSES, 'skip'] as const
/** A skip turns over the next card at no risk and no gain. */
export type HiloMove = (typeof HILO_MOVES)[number]

/** Rank and suit, such as `AH` or `10S`. */
export type HiloCardName = `${HiloRank}${HiloSuit}`

export interface HiloParams {
  /** Chosen by the player before the bet. Without it the first card is drawn like all others. */
  readonly startCard?: HiloCardName
}

export const HILO_CARDS = HILO_RANKS.length * HILO_SUITS.length

/** All cards in order: 2♦ 2♥ 2♠ 2♣ 3♦ … A♣. */
const HILO_NAMES = HILO_RANKS.flatMap((rank) => HILO_SUITS.map((suit) => `${rank}${suit}` as const))

/** Most cards that the verifier lists for one bet. */
export const HILO_MAX_CARDS = 1_000

/**
 * Most cards of a round, including the first. The last one cannot be skipped, and a right guess there ends the round.
 */
export const HILO_ROUND_CARDS = 200

/** 1,000,000×: a round ends with its full worth when it reaches this. */
export const HILO_COMPLETE_AT: Multiplier = 1_000_000 * MULTIPLIER_SCALE

/** @throws {FairnessError} if `value` is not a set of parameters for hilo */
export function parseHiloParams(value: unknown): HiloParams {
  return parseHiloStart(parseFields(value, 'params'))
}

/** Reads only the start card. @throws {FairnessError} if it is not a card */
export function parseHiloStart({ startCard }: Fields): HiloParams {
  return startCard === undefined ? {} : { startCard: parseHiloCardName(startCard, 'startCard') }
}

/** @throws {FairnessError} if `value` is not the name of a card */
export function parseHiloCardName(value: unknown, name: string): HiloCardName {
  return parseChoice(value, name, HILO_NAMES)
}

/** The next card, 0 … 51 in the order 2♦ 2♥ 2♠ 2♣ 3♦ … A♣. The deck never runs out. */
export function hiloCard(stream: RandomStream): number {
  return Math.floor(stream.next() * HILO_CARDS)
}

/** The first `count` cards of a round. A chosen start card comes first and takes no float. */
export function hiloOutcome(
  stream: RandomStream,
  count: number,
  { startCard }: HiloParams = {},
): readonly number[] {
  return Array.from({ length: count }, (_, place) =>
    place === 0 && startCard !== undefined ? hiloCardOf(startCard) : hiloCard(stream),
  )
}

/** 0 for a two … 12 for an ace. */
export function hiloRankIndex(card: number): number {
  return Math.floor(card / HILO_SUITS.length)
}

/** @throws {RangeError} if there is no such card */
export function hiloCardName(card: number): HiloCardName {
  const name = HILO_NAMES[card]
  if (name === undefined) throw new RangeError(`There is no card ${card}`)
  return name
}

/** 0 … 51. */
export function hiloCardOf(name: HiloCardName): number {
  return HILO_NAMES.indexOf(name)
}

/**
 * The two guesses offered at a card. At the lowest and the highest rank one side is certain, so the tie is offered
 * alone.
 */
export function hiloGuesses(card: number): readonly [HiloGuess, HiloGuess] {
  const rank = hiloRankIndex(card)
  if (rank === 0) return ['higher', 'same']
  if (rank === HILO_RANKS.length - 1) return ['lower', 'same']
  return ['higher-or-same', 'lower-or-same']
}

/** Number of the 13 ranks that make the guess right. */
export function hiloWinningRanks(card: number, guess: HiloGuess): number {
  const rank = hiloRankIndex(card)
  switch (guess) {
    case 'higher-or-same':
      return HILO_RANKS.length - rank
    case 'lower-or-same':
      return rank + 1
    case 'higher':
      return HILO_RANKS.length - rank - 1
    case 'lower':
      return rank
    case 'same':
      return 1
  }
}

export function isHiloGuessRight(card: number, guess: HiloGuess, next: number): boolean {
  const difference = hiloRankIndex(next) - hiloRankIndex(card)
  switch (guess) {
    case 'higher-or-same':
      return difference >= 0
    case 'lower-or-same':
      return difference <= 0
    case 'higher':
      return difference > 0
    case 'lower':
      return difference < 0
    case 'same':
      return difference === 0
  }
}

/** The chance of a guess, 0 to 1. */
export function hiloChance(card: number, guess: HiloGuess): number {
  return hiloWinningRanks(card, guess) / HILO_RANKS.length
}

/** One right guess multiplies the winnings by 0.99 / chance. */
export function hiloStepMultiplier(card: number, guess: HiloGuess): Multiplier {
  return multiplierOf(99n * BigInt(HILO_RANKS.length), 100n * BigInt(hiloWinningRanks(card, guess)))
}

/**
 * The multiplier of a round in which every guess is right: the exact product of 0.99 / chance, cut to four decimals
 * only at the end. Without a guess it is 1.00×.
 * @param cards at least those at which the moves are made, in order
 */
export function hiloWorth(cards: readonly number[], moves: readonly HiloMove[]): Multiplier {
  let numerator = 1n
  let denominator = 1n
  moves.forEach((move, index) => {
    if (move === 'skip') return
    numerator *= 99n * BigInt(HILO_RANKS.length)
    denominator *= 100n * BigInt(hiloWinningRanks(cards[index] ?? 0, move))
  })
  return multiplierOf(numerator, denominator)
}

/**
 * The multiplier at each card of a round: 1.00× at the first card, 0 after a wrong guess.
 * @param cards one more than there are moves
 * @throws {FairnessError} if a move was not possible at its card
 */
export function hiloProgress(cards: readonly number[], moves: readonly HiloMove[]): Multiplier[] {
  if (cards.length !== moves.length + 1) throw new FairnessError('a round has one card more than moves')
  const progress: Multiplier[] = [MULTIPLIER_SCALE]
  moves.forEach((move, index) => {
    const [card = 0, next = 0] = cards.slice(index, index + 2)
    const before = progress[index] ?? 0
    if (before === 0) throw new FairnessError('the round was over after a wrong guess')
    if (before >= HILO_COMPLETE_AT) throw new FairnessError('the round was complete')
    if (move !== 'skip' && !hiloGuesses(card).includes(move)) {
      throw new FairnessError(`"${move}" cannot be guessed at ${hiloCardName(card)}`)
    }
    const isRight = move === 'skip' || isHiloGuessRight(card, move, next)
    progress.push(isRight ? hiloWorth(cards, moves.slice(0, index + 1)) : 0)
  })
  return progress
}

/** The multiplier of a cash-out after these moves. */
export function hiloMultiplier(cards: readonly number[], moves: readonly HiloMove[]): Multiplier {
  return hiloProgress(cards, moves).at(-1) ?? 0
}

/** Return to player of a single guess, 0 to 1. A round with several guesses costs 1% for each. */
export function hiloReturn(card: number, guess: HiloGuess): number {
  return (hiloChance(card, guess) * hiloStepMultiplier(card, guess)) / MULTIPLIER_SCALE
}
