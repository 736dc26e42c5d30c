import { FairnessError } from './fairness-error.ts'
import { MULTIPLIER_SCALE, type Multiplier, multiplierOf } from './multiplier.ts'
import { parseChoice, parseFields } from './parse-value.ts'
import type { RandomStream } from './stream.ts'

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

export interface HiloParams {
  /** What the player did at each card, from the first on. */
  moves: readonly HiloMove[]
}

export const HILO_CARDS = HILO_RANKS.length * HILO_SUITS.length

/** Cards of one round, the first included. */
export const HILO_MAX_CARDS = 1_000

/** 1,000,000×: a round that got so far has to be cashed out. */
export const HILO_COMPLETE_AT: Multiplier = 1_000_000 * MULTIPLIER_SCALE

/** @throws {FairnessError} when `value` is no round of hilo */
export function parseHiloParams(value: unknown): HiloParams {
  const { moves } = parseFields(value, 'params')
  if (!Array.isArray(moves) || moves.length >= HILO_MAX_CARDS) {
    throw new FairnessError(`moves must be a list of fewer than ${HILO_MAX_CARDS} moves`)
  }
  return { moves: moves.map((move) => parseChoice(move, 'a move', HILO_MOVES)) }
}

/** The next card, 0 … 51 in the order 2♦ 2♥ 2♠ 2♣ 3♦ … A♣; the deck never runs out. */
export function hiloCard(stream: RandomStream): number {
  return Math.floor(stream.next() * HILO_CARDS)
}

/** The first `count` cards of a round. */
export function hiloOutcome(stream: RandomStream, count: number): readonly number[] {
  return Array.from({ length: count }, () => hiloCard(stream))
}

/** 0 for a two … 12 for an ace. */
export function hiloRankIndex(card: number): number {
  return Math.floor(card / HILO_SUITS.length)
}

/** Rank and suit, such as `AH` or `10S`. */
export function hiloCardName(card: number): `${HiloRank}${HiloSuit}` {
  const rank = HILO_RANKS[hiloRankIndex(card)]
  const suit = HILO_SUITS[card % HILO_SUITS.length]
  if (rank === undefined || suit === undefined) throw new RangeError(`There is no card ${card}`)
  return `${rank}${suit}`
}

/** The two guesses offered at a card. At the ends one side is certain, so the tie stands alone there. */
export function hiloGuesses(card: number): readonly [HiloGuess, HiloGuess] {
  const rank = hiloRankIndex(card)
  if (rank === 0) return ['higher', 'same']
  if (rank === HILO_RANKS.length - 1) return ['lower', 'same']
  return ['higher-or-same', 'lower-or-same']
}

/** How many of the 13 ranks make the guess right. */
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

/** What one right guess multiplies the winnings by: 0.99 / chance. */
export function hiloStepMultiplier(card: number, guess: HiloGuess): Multiplier {
  return multiplierOf(99n * BigInt(HILO_RANKS.length), 100n * BigInt(hiloWinningRanks(card, guess)))
}

/**
 * What each card of a round leaves the player with, from 1.00× at the first card. The product of all steps
 * is kept exact and cut to four decimals only for each answer. After a wrong guess it is 0.
 * @param cards as many as there are moves, and one more
 * @throws {FairnessError} when a move was not possible at its card
 */
export function hiloProgress(cards: readonly number[], moves: readonly HiloMove[]): Multiplier[] {
  if (cards.length !== moves.length + 1) throw new FairnessError('a round has one card more than moves')
  let numerator = 1n
  let denominator = 1n
  const progress: Multiplier[] = [MULTIPLIER_SCALE]
  moves.forEach((move, index) => {
    const [card = 0, next = 0] = cards.slice(index, index + 2)
    const before = progress[index] ?? 0
    if (before === 0) throw new FairnessError('the round was over after a wrong guess')
    if (before >= HILO_COMPLETE_AT) throw new FairnessError('the round was complete')
    if (move !== 'skip') {
      if (!hiloGuesses(card).includes(move)) {
        throw new FairnessError(`"${move}" cannot be guessed at ${hiloCardName(card)}`)
      }
      numerator *= isHiloGuessRight(card, move, next) ? 99n * BigInt(HILO_RANKS.length) : 0n
      denominator *= 100n * BigInt(hiloWinningRanks(card, move))
    }
    progress.push(multiplierOf(numerator, denominator))
  })
  return progress
}

/** What a round pays when the player leaves after these moves. */
export function hiloMultiplier(cards: readonly number[], { moves }: HiloParams): Multiplier {
  return hiloProgress(cards, moves).at(-1) ?? 0
}

/** Return to player of a single guess, 0 to 1. A round of several guesses pays 1% on each. */
export function hiloReturn(card: number, guess: HiloGuess): number {
  return (hiloChance(card, guess) * hiloStepMultiplier(card, guess)) / MULTIPLIER_SCALE
}
