import { DICE_OUTCOMES, diceChance, diceWinMultiplier, type DiceParams } from '#rules/dice/dice.ts'
import {
  HILO_CARDS,
  hiloCardName,
  hiloCardOf,
  hiloChance,
  hiloGuesses,
  hiloStepMultiplier,
  type HiloCardName,
} from '#rules/hilo/hilo.ts'
import {
  KENO_DRAWN,
  KENO_NUMBERS,
  kenoChance,
  kenoHits,
  kenoMultipliers,
  type KenoParams,
} from '#rules/keno/keno.ts'
import { limboChance, type LimboParams } from '#rules/limbo/limbo.ts'
import { MINES_TILES, minesChance, minesMultiplier, type MinesParams } from '#rules/mines/mines.ts'
import { plinkoBucket, plinkoChance, plinkoMultipliers, type PlinkoParams } from '#rules/plinko/plinko.ts'
import { POND_STRIPS } from '#rules/pond-reels/pond-reels-paytable.ts'
import { pondReelsLines, pondReelsWin } from '#rules/pond-reels/pond-reels.ts'
import { wheelMultipliers, type WheelParams } from '#rules/wheel/wheel.ts'
import type { PLAY_GAMES } from '#rules/play-games.ts'
import type { OpenRound, SettledBet } from '#server/play/play-record.ts'
import { RESULT_LIMITS, resultKind, resultKindProbability, type Ending } from '../fair/simulated-bets.ts'
import type { PlannedPlayer } from './planned-play.ts'

type Game = (typeof PLAY_GAMES)[number]

/** A statistic of a game's outcomes. */
interface Count {
  readonly name: string
  /** Its values are 0 … `size` − 1. */
  readonly size: number
  of(outcome: unknown): number
  /** Uniform unless given. */
  readonly probability?: (value: number) => number
}

/** A complete bet on one game, with its enumerated facts. */
export interface SimulatedGame {
  readonly play: (player: PlannedPlayer, nth: number) => SettledBet
  readonly endings: readonly Ending[]
  readonly counts: readonly Count[]
}

const DICE: DiceParams = { side: 'over', target: 5_050 }
const LIMBO: LimboParams = { target: 200 }
const PLINKO: PlinkoParams = { rows: 16, risk: 'high' }
const MINES: MinesParams = { mines: 5 }
const GEMS = 3
const TILES = Array.from({ length: GEMS }, (_, tile) => tile)
const KENO: KenoParams = { risk: 'classic', picks: [0, 4, 8, 12, 16, 20, 24, 28, 32, 39] }
const WHEEL: WheelParams = { segments: 50, risk: 'medium' }
/** Single steps of Mines take five plans instead of one, so only one round in this many uses them. */
const STEPPED = 10

const winOrLose = (multiplier: number, probability: number): Ending[] => [
  { multiplier, probability },
  { multiplier: 0, probability: 1 - probability },
]
const at = (list: unknown, place: number) => (list as readonly number[]).at(place) ?? -1

function settled(bet: OpenRound | SettledBet): SettledBet {
  if ('payout' in bet) return bet
  throw new Error(`The bet on ${bet.game} is open`)
}
const instant =
  (game: Game, params: object): SimulatedGame['play'] =>
  (player) =>
    settled(player.bet(game, params))

/** Takes the steps one by one until the round ends, or cashes out after them. */
function stepThrough(
  player: PlannedPlayer,
  begun: OpenRound | SettledBet,
  steps: readonly object[],
): SettledBet {
  let bet = begun
  for (const step of [...steps, 'cash-out' as const]) {
    if ('payout' in bet) return bet
    bet = player.step(bet, step)
  }
  return settled(bet)
}

export const SIMULATED_GAMES: Readonly<Record<Game, SimulatedGame>> = {
  dice: {
    play: instant('dice', DICE),
    endings: winOrLose(diceWinMultiplier(DICE), diceChance(DICE) / DICE_OUTCOMES),
    counts: [{ name: 'rolls', size: DICE_OUTCOMES, of: Number }],
  },
  limbo: {
    play: instant('limbo', LIMBO),
    endings: winOrLose(LIMBO.target * 100, limboChance(LIMBO)),
    counts: [
      {
        name: 'results',
        size: RESULT_LIMITS.length + 1,
        of: (result) => resultKind(Number(result)),
        probability: resultKindProbability((target) => limboChance({ target })),
      },
    ],
  },
  plinko: {
    play: instant('plinko', PLINKO),
    endings: plinkoMultipliers(PLINKO).map((multiplier, bucket) => ({
      multiplier,
      probability: plinkoChance(PLINKO.rows, bucket),
    })),
    counts: [
      {
        name: 'buckets',
        size: PLINKO.rows + 1,
        of: (path) => plinkoBucket(path as ('L' | 'R')[]),
        probability: (bucket) => plinkoChance(PLINKO.rows, bucket),
      },
    ],
  },
  mines: {
    play(player, nth) {
      if (nth % STEPPED > 0) return settled(player.bet('mines', { ...MINES, tiles: TILES }))
      const steps = TILES.map((tile) => ({ type: 'reveal', tile }))
      return stepThrough(player, player.bet('mines', MINES), steps)
    },
    endings: winOrLose(minesMultiplier(MINES, GEMS), minesChance(MINES, GEMS)),
    counts: [
      { name: 'first mine', size: MINES_TILES, of: (tiles) => at(tiles, 0) },
      { name: 'last tile drawn', size: MINES_TILES, of: (tiles) => at(tiles, -1) },
    ],
  },
  hilo: {
    play(player) {
      const begun = player.bet('hilo', {})
      if ('payout' in begun) return begun
      const [card = hiloCardName(0)] = player.shown(begun).view['cards'] as HiloCardName[]
      const [guess] = hiloGuesses(hiloCardOf(card))
      return stepThrough(player, begun, [{ type: 'guess', guess }])
    },
    endings: Array.from({ length: HILO_CARDS }, (_, card) => {
      const [guess] = hiloGuesses(card)
      return winOrLose(hiloStepMultiplier(card, guess), hiloChance(card, guess)).map(
        ({ multiplier, probability }) => ({ multiplier, probability: probability / HILO_CARDS }),
      )
    }).flat(),
    counts: [0, 1].map((place) => ({
      name: `card ${place + 1}`,
      size: HILO_CARDS,
      of: (cards) => hiloCardOf((cards as HiloCardName[])[place] ?? hiloCardName(0)),
    })),
  },
  keno: {
    play: instant('keno', KENO),
    endings: kenoMultipliers(KENO.risk, 10).map((multiplier, hits) => ({
      multiplier,
      probability: kenoChance(10, hits),
    })),
    counts: [
      { name: 'first number', size: KENO_NUMBERS, of: (numbers) => at(numbers, 0) },
      { name: 'last number', size: KENO_NUMBERS, of: (numbers) => at(numbers, -1) },
      {
        name: 'hits',
        size: KENO_DRAWN + 1,
        of: (numbers) => kenoHits(KENO, numbers as number[]).length,
        probability: (hits) => kenoChance(10, hits),
      },
    ],
  },
  wheel: {
    play: instant('wheel', WHEEL),
    endings: wheelMultipliers(WHEEL).map((multiplier) => ({ multiplier, probability: 1 / WHEEL.segments })),
    counts: [{ name: 'segments', size: WHEEL.segments, of: Number }],
  },
  'pond-reels': {
    play: instant('pond-reels', {}),
    endings: pondReelsLines().map(({ line, combinations }) => ({
      multiplier: pondReelsWin(line)?.multiplier ?? 0,
      probability: combinations / 32 ** 5,
    })),
    counts: POND_STRIPS.map(({ length }, reel) => ({
      name: `reel ${reel + 1}`,
      size: length,
      of: (stops) => at(stops, reel),
    })),
  },
}
