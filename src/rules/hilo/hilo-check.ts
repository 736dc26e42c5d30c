import { MULTIPLIER_SCALE, type Multiplier } from '#fair/multiplier.ts'
import { type Fields, parseChoice, parseInteger, parseList } from '#fair/parse-value.ts'
import { type Scaling, scaling } from '#rules/base/arithmetic.ts'
import { type GameCheck, whatWasDone } from '#rules/base/game-check.ts'
import {
  HILO_CARDS,
  HILO_COMPLETE_AT,
  HILO_MAX_CARDS,
  HILO_MOVES,
  HILO_RANKS,
  type HiloCardName,
  type HiloMove,
  type HiloParams,
  hiloCard,
  hiloCardName,
  hiloCardOf,
  hiloGuesses,
  hiloMultiplier,
  hiloOutcome,
  hiloStepMultiplier,
  hiloWinningRanks,
  hiloWorth,
  isHiloGuessRight,
  parseHiloCardName,
  parseHiloStart,
} from './hilo.ts'

interface HiloArithmetic {
  game: 'hilo'
  params: HiloParams
  /** Without a start card that the player chose. */
  drawn: readonly (Scaling & { name: HiloCardName })[]
  /** `winningRanks`: how many of 13 ranks made the guess right; not set for a skip. */
  moves: readonly {
    move: HiloMove
    card: HiloCardName
    next: HiloCardName
    winningRanks: number
    ranks: number
    multiplier: Multiplier
  }[]
  multiplier: Multiplier
}

/** `moves`: the player's move at each card, in order. */
interface HiloBet {
  params: HiloParams
  moves: readonly HiloMove[]
}

export const HILO_CHECK: GameCheck<HiloBet, HiloArithmetic> = {
  outcome(stream, params) {
    const start = parseHiloStart(params)
    const { cards = start.startCard && 1 } = params
    if (cards === undefined) return hiloCardName(hiloCard(stream))
    return hiloOutcome(stream, parseInteger(cards, 'cards', 1, HILO_MAX_CARDS), start).map(hiloCardName)
  },
  decidedBy: ['cards'],
  pays(bet, outcome) {
    const names = parseList(outcome, 'the cards')
    parseInteger(names.length, 'the number of cards', 1, HILO_MAX_CARDS)
    const cards = names.map((card) => hiloCardOf(parseHiloCardName(card, 'a card')))
    const moves = movesIn(bet)
    if (moves === undefined) return (recorded) => canHaveMade(cards, recorded)
    return hiloMultiplier(
      cards,
      parseList(moves, 'moves').map((move) => parseChoice(move, 'a move', HILO_MOVES)),
    )
  },
  done: movesIn,
  /** Also explains a manipulated bet: an impossible move counts as lost. */
  arithmetic({ params, moves }, stream) {
    const cards = hiloOutcome(stream, moves.length + 1, params)
    let multiplier = MULTIPLIER_SCALE
    const steps = moves.map((move, place) => {
      const [card = 0, next = 0] = cards.slice(place, place + 2)
      const isRight =
        move === 'skip' || (hiloGuesses(card).includes(move) && isHiloGuessRight(card, move, next))
      const isOpen = multiplier > 0 && multiplier < HILO_COMPLETE_AT
      multiplier = isOpen && isRight ? hiloWorth(cards, moves.slice(0, place + 1)) : 0
      return {
        move,
        card: hiloCardName(card),
        next: hiloCardName(next),
        winningRanks: move === 'skip' ? 0 : hiloWinningRanks(card, move),
        ranks: HILO_RANKS.length,
        multiplier,
      }
    })
    return {
      game: 'hilo',
      params,
      drawn: cards.slice(params.startCard === undefined ? 0 : 1).map((card, place) => ({
        ...scaling(stream, place, HILO_CARDS),
        name: hiloCardName(card),
      })),
      moves: steps,
      multiplier,
    }
  },
}

function movesIn({ steps, moves }: Fields): unknown {
  return whatWasDone(steps, moves, (step) =>
    step['type'] === 'skip' ? 'skip' : step['type'] === 'guess' ? step['guess'] : step,
  )
}

/** Without recorded moves: the multiplier is at most that of the best right guess at each card. */
function canHaveMade(cards: readonly number[], recorded: Multiplier): boolean {
  if (recorded === 0) return cards.length > 1
  let most = 1
  cards.slice(0, -1).forEach((card, index) => {
    const right = hiloGuesses(card).filter((guess) => isHiloGuessRight(card, guess, cards[index + 1] ?? 0))
    // Cutting decimals loses at most a ten-thousandth in each step.
    most *= Math.max(1, ...right.map((guess) => (hiloStepMultiplier(card, guess) + 1) / MULTIPLIER_SCALE))
  })
  return recorded >= MULTIPLIER_SCALE && recorded <= most * MULTIPLIER_SCALE
}
