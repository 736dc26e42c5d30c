import { combinations } from '#fair/combinations.ts'
import {
  DICE_OUTCOMES,
  type DiceParams,
  diceChance,
  diceMultiplier,
  diceOutcome,
  diceWinMultiplier,
} from '#rules/dice/dice.ts'
import {
  HILO_CARDS,
  HILO_COMPLETE_AT,
  HILO_RANKS,
  type HiloCardName,
  type HiloMove,
  type HiloParams,
  hiloCardName,
  hiloGuesses,
  hiloOutcome,
  hiloWinningRanks,
  hiloWorth,
  isHiloGuessRight,
} from '#rules/hilo/hilo.ts'
import { KENO_NUMBERS, type KenoParams, kenoHits, kenoMultiplier, kenoOutcome } from '#rules/keno/keno.ts'
import { LIMBO_STEPS, type LimboParams, limboMultiplier, limboOutcome } from '#rules/limbo/limbo.ts'
import { MINES_TILES, type MinesParams, mineTiles, minesMultiplier, minesOutcome } from '#rules/mines/mines.ts'
import { MULTIPLIER_SCALE, type Multiplier } from '#fair/multiplier.ts'
import {
  type PlinkoParams,
  type PlinkoStep,
  plinkoBucket,
  plinkoMultiplier,
  plinkoOutcome,
} from '#rules/plinko/plinko.ts'
import { POND_STRIPS, type PondSymbol } from '#rules/pond-reels/pond-reels-paytable.ts'
import { type PondWin, pondReelsLine, pondReelsOutcome, pondReelsWin } from '#rules/pond-reels/pond-reels.ts'
import type { RandomStream } from '#fair/stream.ts'
import { type WheelParams, wheelMultiplier, wheelOutcome } from '#rules/wheel/wheel.ts'

/** A bet on a game that draws from a seed pair. */
export type SeededBet =
  | { game: 'dice'; params: DiceParams }
  | { game: 'limbo'; params: LimboParams }
  | { game: 'plinko'; params: PlinkoParams }
  /** `opened`: the tiles in the order the player opened them. */
  | { game: 'mines'; params: MinesParams; opened: readonly number[] }
  | { game: 'keno'; params: KenoParams }
  | { game: 'wheel'; params: WheelParams }
  /** `moves`: what the player did at each card, in order. */
  | { game: 'hilo'; params: HiloParams; moves: readonly HiloMove[] }
  | { game: 'pond-reels' }

/** A float stretched over `size` equal steps: `product` = float × size, `index` = its floor. */
export interface Scaling {
  float: number
  size: number
  product: number
  index: number
}

/** A number taken from those still left: `index` is its place among them. */
export interface Removal extends Scaling {
  taken: number
}

/** The arithmetic of a game, from its floats to what it pays. */
export type Arithmetic =
  | {
      game: 'dice'
      /** Its index is the roll in hundredths. */
      roll: Scaling
      params: DiceParams
      /** Winning outcomes of 10,001, and the chance in hundredths of a percent. */
      chance: number
      winMultiplier: Multiplier
      multiplier: Multiplier
    }
  | {
      game: 'limbo'
      step: Scaling
      /** 2²⁴ / (index + 1) × 0.99, before it is cut to two decimals. */
      quotient: number
      /** In hundredths, at least 100. */
      outcome: number
      params: LimboParams
      multiplier: Multiplier
    }
  | {
      game: 'plinko'
      rows: readonly { float: number; step: PlinkoStep }[]
      params: PlinkoParams
      bucket: number
      /** Ways into this bucket, of 2^rows. */
      ways: bigint
      multiplier: Multiplier
    }
  | {
      game: 'mines'
      removals: readonly Removal[]
      params: MinesParams
      mineTiles: readonly number[]
      opened: readonly number[]
      gems: number
      /** Whether the last tile opened was a mine. */
      isLost: boolean
      /** C(25, gems) and C(25 − mines, gems). */
      ways: bigint
      safeWays: bigint
      multiplier: Multiplier
    }
  | {
      game: 'keno'
      removals: readonly Removal[]
      params: KenoParams
      hits: readonly number[]
      multiplier: Multiplier
    }
  | { game: 'wheel'; segment: Scaling; params: WheelParams; multiplier: Multiplier }
  | {
      game: 'hilo'
      params: HiloParams
      /** The cards that were drawn: all but a start card that was chosen. */
      drawn: readonly (Scaling & { name: HiloCardName })[]
      /** What each move led to; `winningRanks` of 13 made it right (none counts for a skip). */
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
  | {
      game: 'pond-reels'
      reels: readonly (Scaling & { symbol: PondSymbol })[]
      win: PondWin | undefined
      multiplier: Multiplier
    }

type ArithmeticOf<Game extends SeededBet['game']> = Extract<Arithmetic, { game: Game }>

/** Plays the bet on its stream and keeps every number on the way. */
export function arithmeticOf(bet: SeededBet, stream: RandomStream): Arithmetic {
  switch (bet.game) {
    case 'dice':
      return diceArithmetic(bet.params, stream)
    case 'limbo':
      return limboArithmetic(bet.params, stream)
    case 'plinko':
      return plinkoArithmetic(bet.params, stream)
    case 'mines':
      return minesArithmetic(bet.params, bet.opened, stream)
    case 'keno':
      return kenoArithmetic(bet.params, stream)
    case 'wheel':
      return wheelArithmetic(bet.params, stream)
    case 'hilo':
      return hiloArithmetic(bet.params, bet.moves, stream)
    case 'pond-reels':
      return pondReelsArithmetic(stream)
  }
}

function diceArithmetic(params: DiceParams, stream: RandomStream): ArithmeticOf<'dice'> {
  const outcome = diceOutcome(stream)
  return {
    game: 'dice',
    roll: scaling(stream, 0, DICE_OUTCOMES),
    params,
    chance: diceChance(params),
    winMultiplier: diceWinMultiplier(params),
    multiplier: diceMultiplier(params, outcome),
  }
}

function limboArithmetic(params: LimboParams, stream: RandomStream): ArithmeticOf<'limbo'> {
  const outcome = limboOutcome(stream)
  const step = scaling(stream, 0, LIMBO_STEPS)
  const quotient = (LIMBO_STEPS / (step.index + 1)) * 0.99
  return { game: 'limbo', step, quotient, outcome, params, multiplier: limboMultiplier(params, outcome) }
}

function plinkoArithmetic(params: PlinkoParams, stream: RandomStream): ArithmeticOf<'plinko'> {
  const path = plinkoOutcome(stream, params.rows)
  const bucket = plinkoBucket(path)
  return {
    game: 'plinko',
    rows: path.map((step, row) => ({ float: floatOf(stream, row), step })),
    params,
    bucket,
    ways: combinations(params.rows, bucket),
    multiplier: plinkoMultiplier(params, path),
  }
}

function minesArithmetic(
  params: MinesParams,
  opened: readonly number[],
  stream: RandomStream,
): ArithmeticOf<'mines'> {
  const outcome = minesOutcome(stream)
  const tiles = mineTiles(outcome, params)
  const gems = opened.filter((tile) => !tiles.includes(tile)).length
  const isLost = gems < opened.length
  return {
    game: 'mines',
    removals: removals(outcome, MINES_TILES, stream),
    params,
    mineTiles: tiles,
    opened,
    gems,
    isLost,
    ways: combinations(MINES_TILES, gems),
    safeWays: combinations(MINES_TILES - params.mines, gems),
    multiplier: isLost ? 0 : minesMultiplier(params, gems),
  }
}

function kenoArithmetic(params: KenoParams, stream: RandomStream): ArithmeticOf<'keno'> {
  const outcome = kenoOutcome(stream)
  return {
    game: 'keno',
    removals: removals(outcome, KENO_NUMBERS, stream),
    params,
    hits: kenoHits(params, outcome),
    multiplier: kenoMultiplier(params, outcome),
  }
}

function wheelArithmetic(params: WheelParams, stream: RandomStream): ArithmeticOf<'wheel'> {
  const multiplier = wheelMultiplier(params, wheelOutcome(stream, params.segments))
  return { game: 'wheel', segment: scaling(stream, 0, params.segments), params, multiplier }
}

/** A bet that was tampered with is worked out as well: a move that was not possible is lost. */
function hiloArithmetic(
  params: HiloParams,
  moves: readonly HiloMove[],
  stream: RandomStream,
): ArithmeticOf<'hilo'> {
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
}

function pondReelsArithmetic(stream: RandomStream): ArithmeticOf<'pond-reels'> {
  const line = pondReelsLine(pondReelsOutcome(stream))
  const win = pondReelsWin(line)
  return {
    game: 'pond-reels',
    reels: line.map((symbol, reel) => ({
      ...scaling(stream, reel, POND_STRIPS[reel]?.length ?? 0),
      symbol,
    })),
    win,
    multiplier: win?.multiplier ?? 0,
  }
}

function floatOf(stream: RandomStream, place: number): number {
  const draw = stream.draws[place]
  if (draw === undefined) throw new RangeError(`The bet drew no float number ${place}`)
  return draw.float
}

function scaling(stream: RandomStream, place: number, size: number): Scaling {
  const float = floatOf(stream, place)
  return { float, size, product: float * size, index: Math.floor(float * size) }
}

function removals(outcome: readonly number[], size: number, stream: RandomStream): Removal[] {
  return outcome.map((taken, place) => ({ ...scaling(stream, place, size - place), taken }))
}
