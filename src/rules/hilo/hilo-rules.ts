import { FairnessError } from '#fair/fairness-error.ts'
import { parseChoice, parseFields } from '#fair/parse-value.ts'
import type { Position, RoundRules } from '#rules/base/game-rules.ts'
import {
  HILO_COMPLETE_AT,
  HILO_GUESSES,
  HILO_MOVES,
  HILO_RANKS,
  HILO_ROUND_CARDS,
  hiloCardName,
  hiloCardOf,
  hiloGuesses,
  hiloOutcome,
  hiloStepMultiplier,
  hiloWorth,
  isHiloGuessRight,
  parseHiloCardName,
  parseHiloParams,
  type HiloCardName,
  type HiloGuess,
  type HiloMove,
  type HiloParams,
} from './hilo.ts'

/** A skip turns over the next card at no risk and no gain. */
export type HiloStep = { readonly type: 'guess'; readonly guess: HiloGuess } | { readonly type: 'skip' }

export interface HiloView {
  /** Open cards in order, including the first one. */
  readonly cards: readonly HiloCardName[]
  /** The move at each card. While the round goes on, the last card has no move yet. */
  readonly moves: readonly HiloMove[]
}

type HiloPosition = Position<HiloParams, readonly HiloCardName[], HiloStep>

const moveOf = (step: HiloStep): HiloMove => (step.type === 'skip' ? 'skip' : step.guess)

export const hiloStepOf = (move: HiloMove): HiloStep =>
  move === 'skip' ? { type: 'skip' } : { type: 'guess', guess: move }

const openCards = ({ outcome, steps }: HiloPosition) => outcome.slice(0, steps.length + 1)

/** Returns the card at which the step is taken. @throws FairnessError if the round does not allow the step */
function cardFor(position: HiloPosition, step: HiloStep): number {
  const { outcome, steps } = position
  const open = outcome[steps.length]
  if (open === undefined || steps.length + 1 >= HILO_ROUND_CARDS) throw new FairnessError('No card is left')
  if (step.type === 'skip') {
    if (!canSkipHilo(steps.length + 1)) throw new FairnessError('The last card cannot be skipped')
  } else if (!hiloGuesses(hiloCardOf(open)).includes(step.guess)) {
    throw new FairnessError(`"${step.guess}" cannot be guessed at ${open}`)
  }
  return hiloCardOf(open)
}

/** @param open number of open cards */
export function canSkipHilo(open: number): boolean {
  return open + 1 < HILO_ROUND_CARDS
}

const worthOf = ({ outcome }: HiloPosition, steps: readonly HiloStep[]) =>
  hiloWorth(outcome.slice(0, steps.length).map(hiloCardOf), steps.map(moveOf))

/** If the first card is not known before the bet, the highest over all first cards. */
function topOfFirstGuess({ startCard }: HiloParams): number {
  const starts = startCard === undefined ? HILO_RANKS.map((rank) => `${rank}D` as const) : [startCard]
  const cards = starts.map(hiloCardOf)
  return Math.max(
    ...cards.flatMap((card) => hiloGuesses(card).map((guess) => hiloStepMultiplier(card, guess))),
  )
}

/** The outcome consists of the round's cards by name. Only the turned cards are stored. */
export const HILO: RoundRules<'hilo', HiloParams, readonly HiloCardName[], HiloStep, HiloView> = {
  slug: 'hilo',
  kind: 'round',
  parseParams: parseHiloParams,
  parseOutcome(value) {
    if (!Array.isArray(value) || value.length === 0 || value.length > HILO_ROUND_CARDS) {
      throw new FairnessError(`the cards must be a list of 1 to ${HILO_ROUND_CARDS} cards`)
    }
    return value.map((card) => parseHiloCardName(card, 'a card'))
  },
  parseStep(value) {
    const { type, guess } = parseFields(value, 'a step')
    return parseChoice(type, 'type', ['guess', 'skip'] as const) === 'skip'
      ? { type: 'skip' }
      : { type: 'guess', guess: parseChoice(guess, 'guess', HILO_GUESSES) }
  },
  // A good guess depends on cards that nobody has seen yet.
  parsePlan: () => undefined,
  draw: (stream, params, steps = HILO_ROUND_CARDS) =>
    hiloOutcome(stream, Math.min(steps + 1, HILO_ROUND_CARDS), params).map(hiloCardName),
  take(position, step) {
    const card = cardFor(position, step)
    const next = position.outcome[position.steps.length + 1]
    if (next === undefined) throw new FairnessError('No card is left')
    if (step.type === 'skip') return undefined
    if (!isHiloGuessRight(card, step.guess, hiloCardOf(next))) return 0
    const steps = [...position.steps, step]
    const worth = worthOf(position, steps)
    return worth >= HILO_COMPLETE_AT || steps.length + 1 === HILO_ROUND_CARDS ? worth : undefined
  },
  value: (position) =>
    position.steps.some(({ type }) => type === 'guess') ? worthOf(position, position.steps) : undefined,
  valueAfter(position, step) {
    cardFor(position, step)
    const steps = [...position.steps, step]
    return steps.some(({ type }) => type === 'guess') ? worthOf(position, steps) : 0
  },
  settledOutcome: openCards,
  view: (position) => ({ cards: openCards(position), moves: position.steps.map(moveOf) }),
  stepsOf: ({ moves }) => moves.map(hiloStepOf),
  parseView(value) {
    const { cards, moves } = parseFields(value, 'a round')
    const open = HILO.parseOutcome(cards)
    if (!Array.isArray(moves) || moves.length !== open.length - 1) {
      throw new FairnessError('there must be one move fewer than cards')
    }
    return { cards: open, moves: moves.map((move) => parseChoice(move, 'a move', HILO_MOVES)) }
  },
  // The engine refuses a step that would win too much, so only the first guess must be payable.
  topMultiplier: topOfFirstGuess,
  // For each guess: a round with several guesses loses it several times.
  edge: () => 0.01,
  wireOutcome: (outcome) => outcome,
  fromWire: (value) => HILO.parseOutcome(value),
  wireParams: (params, outcome) => ({ ...params, cards: outcome.length }),
}
