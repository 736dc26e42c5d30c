import { describe, expect, it } from 'vitest'
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
  hiloCard,
  hiloChance,
  hiloGuesses,
  hiloMultiplier,
  hiloStepMultiplier,
} from '#rules/hilo/hilo.ts'
import {
  KENO_DRAWN,
  KENO_NUMBERS,
  type KenoParams,
  kenoChance,
  kenoHits,
  kenoMultiplier,
  kenoMultipliers,
  kenoOutcome,
} from '#rules/keno/keno.ts'
import { type LimboParams, limboChance, limboMultiplier, limboOutcome } from '#rules/limbo/limbo.ts'
import {
  MINES_TILES,
  type MinesParams,
  mineTiles,
  minesChance,
  minesMultiplier,
  minesOutcome,
} from '#rules/mines/mines.ts'
import {
  type PlinkoParams,
  plinkoBucket,
  plinkoChance,
  plinkoMultiplier,
  plinkoMultipliers,
  plinkoOutcome,
} from '#rules/plinko/plinko.ts'
import { POND_STRIPS } from '#rules/pond-reels/pond-reels-paytable.ts'
import {
  pondReelsLines,
  pondReelsMultiplier,
  pondReelsOutcome,
  pondReelsWin,
} from '#rules/pond-reels/pond-reels.ts'
import type { PLAY_GAMES } from '#rules/play-games.ts'
import { type RandomStream, createStreams } from '#fair/stream.ts'
import { type WheelParams, wheelMultiplier, wheelMultipliers, wheelOutcome } from '#rules/wheel/wheel.ts'
import {
  RESULT_LIMITS,
  SIMULATED_BETS,
  createHistogram,
  createTally,
  resultKind,
  resultKindProbability,
} from './simulated-bets.ts'

const DICE: DiceParams = { side: 'over', target: 5_050 }
const LIMBO: LimboParams = { target: 200 }
const PLINKO: PlinkoParams = { rows: 16, risk: 'high' }
const MINES: MinesParams = { mines: 5 }
const GEMS = 3
const KENO: KenoParams = { risk: 'classic', picks: [0, 4, 8, 12, 16, 20, 24, 28, 32, 39] }
const WHEEL: WheelParams = { segments: 50, risk: 'medium' }

/** Repeats the same floats from the first: the game's own stream with this nonce would give the same. */
function replay({ draws }: RandomStream): RandomStream {
  let next = 0
  return { draws, next: () => draws[next++]?.float ?? Number.NaN }
}

const tallies = {
  dice: createTally('dice over 50.50'),
  limbo: createTally('limbo 2.00×'),
  plinko: createTally('plinko 16 rows high'),
  mines: createTally('mines 5, leaving after 3 gems'),
  keno: createTally('keno classic, 10 picks'),
  wheel: createTally('wheel of 50 medium'),
  hilo: createTally('hilo, first guess'),
  'pond-reels': createTally('pond reels'),
} satisfies Readonly<Record<(typeof PLAY_GAMES)[number], unknown>>
const histograms = {
  dice: createHistogram('dice rolls', DICE_OUTCOMES),
  limbo: createHistogram('limbo results', RESULT_LIMITS.length + 1),
  plinko: createHistogram('plinko buckets', PLINKO.rows + 1),
  minesFirst: createHistogram('first mine', MINES_TILES),
  minesLast: createHistogram('last tile drawn', MINES_TILES),
  kenoFirst: createHistogram('first keno number', KENO_NUMBERS),
  kenoLast: createHistogram('last keno number', KENO_NUMBERS),
  kenoHits: createHistogram('keno hits', KENO_DRAWN + 1),
  wheel: createHistogram('wheel segments', WHEEL.segments),
  hiloFirst: createHistogram('first card', HILO_CARDS),
  hiloSecond: createHistogram('second card', HILO_CARDS),
}
const reels = POND_STRIPS.map(({ length }, reel) => createHistogram(`reel ${reel}`, length))

function count(histogram: { counts: Uint32Array }, outcome: number | undefined): void {
  const at = outcome ?? -1
  histogram.counts[at] = (histogram.counts[at] ?? Number.NaN) + 1
}

/** Plays one bet of each game on the seeds of this nonce. Mines needs the most floats, so it goes first. */
function playAll(stream: RandomStream): void {
  const tiles = minesOutcome(stream)
  const isLost = mineTiles(tiles, MINES).some((tile) => tile < GEMS)
  tallies.mines.add(isLost ? 0 : minesMultiplier(MINES, GEMS))
  count(histograms.minesFirst, tiles[0])
  count(histograms.minesLast, tiles.at(-1))

  const roll = diceOutcome(replay(stream))
  tallies.dice.add(diceMultiplier(DICE, roll))
  count(histograms.dice, roll)

  const result = limboOutcome(replay(stream))
  tallies.limbo.add(limboMultiplier(LIMBO, result))
  count(histograms.limbo, resultKind(result))

  const path = plinkoOutcome(replay(stream), PLINKO.rows)
  tallies.plinko.add(plinkoMultiplier(PLINKO, path))
  count(histograms.plinko, plinkoBucket(path))

  const numbers = kenoOutcome(replay(stream))
  tallies.keno.add(kenoMultiplier(KENO, numbers))
  count(histograms.kenoFirst, numbers[0])
  count(histograms.kenoLast, numbers.at(-1))
  count(histograms.kenoHits, kenoHits(KENO, numbers).length)

  const segment = wheelOutcome(replay(stream), WHEEL.segments)
  tallies.wheel.add(wheelMultiplier(WHEEL, segment))
  count(histograms.wheel, segment)

  const deck = replay(stream)
  const [card, next] = [hiloCard(deck), hiloCard(deck)]
  tallies.hilo.add(hiloMultiplier([card, next], [hiloGuesses(card)[0]]))
  count(histograms.hiloFirst, card)
  count(histograms.hiloSecond, next)

  const stops = pondReelsOutcome(replay(stream))
  tallies['pond-reels'].add(pondReelsMultiplier(stops))
  reels.forEach((reel, place) => count(reel, stops[place]))
}

describe('a million bets of each game', () => {
  it('have their own nonce each', { timeout: 300_000 }, () => {
    const streamOf = createStreams('5bb4e6cb1bc4d5a0ae0eb5c3cd0c6b8fd5cbd9c8a4ae0a36b5a27a3f57f3c6b1')
    for (let nonce = 0; nonce < SIMULATED_BETS; nonce += 1)
      playAll(streamOf({ clientSeed: 'a million koi', nonce }))
    expect(histograms.dice.counts.reduce((sum, n) => sum + n, 0)).toBe(SIMULATED_BETS)
  })

  const winOrLose = (multiplier: number, probability: number) => [
    { multiplier, probability },
    { multiplier: 0, probability: 1 - probability },
  ]

  it('return what dice should, with even rolls', () => {
    tallies.dice.judge(winOrLose(diceWinMultiplier(DICE), diceChance(DICE) / DICE_OUTCOMES))
    histograms.dice.judge()
  })

  it('return what limbo should', () => {
    tallies.limbo.judge(winOrLose(LIMBO.target * 100, limboChance(LIMBO)))
    histograms.limbo.judge(resultKindProbability((target) => limboChance({ target })))
  })

  it('return what plinko should', () => {
    tallies.plinko.judge(
      plinkoMultipliers(PLINKO).map((multiplier, bucket) => ({
        multiplier,
        probability: plinkoChance(PLINKO.rows, bucket),
      })),
    )
    histograms.plinko.judge((bucket) => plinkoChance(PLINKO.rows, bucket))
  })

  it('return what mines should', () => {
    tallies.mines.judge(winOrLose(minesMultiplier(MINES, GEMS), minesChance(MINES, GEMS)))
    histograms.minesFirst.judge()
    histograms.minesLast.judge()
  })

  it('return what keno should', () => {
    tallies.keno.judge(
      kenoMultipliers(KENO.risk, 10).map((multiplier, hits) => ({
        multiplier,
        probability: kenoChance(10, hits),
      })),
    )
    histograms.kenoFirst.judge()
    histograms.kenoLast.judge()
    histograms.kenoHits.judge((hits) => kenoChance(10, hits))
  })

  it('return what the wheel should', () => {
    tallies.wheel.judge(
      wheelMultipliers(WHEEL).map((multiplier) => ({ multiplier, probability: 1 / WHEEL.segments })),
    )
    histograms.wheel.judge()
  })

  it('return what hilo should', () => {
    const cards = Array.from({ length: HILO_CARDS }, (_, card) => ({ card, guess: hiloGuesses(card)[0] }))
    tallies.hilo.judge(
      cards.flatMap(({ card, guess }) =>
        winOrLose(hiloStepMultiplier(card, guess), hiloChance(card, guess)).map(
          ({ multiplier, probability }) => ({ multiplier, probability: probability / HILO_CARDS }),
        ),
      ),
    )
    histograms.hiloFirst.judge()
    histograms.hiloSecond.judge()
  })

  it('return what pond reels should', () => {
    tallies['pond-reels'].judge(
      pondReelsLines().map(({ line, combinations }) => ({
        multiplier: pondReelsWin(line)?.multiplier ?? 0,
        probability: combinations / 32 ** 5,
      })),
    )
    for (const reel of reels) reel.judge()
  })
})
