import { describe, expect, it } from 'vitest'
import { parseCrashParams } from '#rules/crash/crash.ts'
import {
  DICE_MAX_CHANCE,
  DICE_MAX_MULTIPLIER,
  DICE_MIN_CHANCE,
  DICE_MIN_MULTIPLIER,
  DICE_OUTCOMES,
  DICE_SIDES,
  diceChance,
  diceChanceFor,
  diceMultiplier,
  diceTarget,
  diceTargetRange,
  diceWinMultiplier,
  parseDiceParams,
} from '#rules/dice/dice.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import {
  type HiloMove,
  hiloCardName,
  hiloCardOf,
  hiloGuesses,
  hiloMultiplier,
  hiloOutcome,
  hiloProgress,
  hiloWorth,
  parseHiloParams,
} from '#rules/hilo/hilo.ts'
import { parseKenoParams } from '#rules/keno/keno.ts'
import { limboMultiplier, parseLimboParams } from '#rules/limbo/limbo.ts'
import { minesMultiplier, parseMinesParams } from '#rules/mines/mines.ts'
import { multiplierOf, payoutOf } from '#fair/multiplier.ts'
import { parsePlinkoParams, plinkoMultiplier } from '#rules/plinko/plinko.ts'
import { createStream } from '#fair/stream.ts'
import { parseWheelParams, wheelMultiplier } from '#rules/wheel/wheel.ts'

describe('payouts', () => {
  it('are exact in smallest units and never rounded up', () => {
    expect(payoutOf(100_000_000n, 19_800)).toBe(198_000_000n)
    expect(payoutOf(1n, 19_999)).toBe(1n)
    expect(payoutOf(3n, 3_333)).toBe(0n)
    expect(payoutOf(9_223_372_036_854_775_807n, 99_000_000)).toBe(91_311_383_164_862_280_489_300n)
    expect(payoutOf(5n, 0)).toBe(0n)
    expect(() => payoutOf(-1n, 10_000)).toThrow(RangeError)
  })

  it('come from multipliers cut to four decimals, not rounded', () => {
    expect(multiplierOf(2n, 3n)).toBe(6_666)
    expect(multiplierOf(99n, 50n)).toBe(19_800)
    expect(() => multiplierOf(10n ** 12n, 1n)).toThrow(RangeError)
    // 0.99 × C(25, 1) / C(24, 1) = 1.03125 is the lowest, 0.99 × C(25, 12) the highest.
    expect(minesMultiplier({ mines: 1 }, 1)).toBe(10_312)
    expect(minesMultiplier({ mines: 13 }, 12)).toBe(51_482_970_000)
    expect(minesMultiplier({ mines: 3 }, 0)).toBe(10_000)
    expect(() => minesMultiplier({ mines: 20 }, 6)).toThrow(RangeError)
    expect(limboMultiplier({ target: 200 }, 200)).toBe(20_000)
    expect(limboMultiplier({ target: 200 }, 199)).toBe(0)
  })

  it('refuse impossible outcomes', () => {
    expect(() => plinkoMultiplier({ rows: 8, risk: 'low' }, ['L', 'R'])).toThrow(RangeError)
    expect(() => wheelMultiplier({ segments: 10, risk: 'low' }, 10)).toThrow(RangeError)
  })
})

describe('chance, target and multiplier of dice', () => {
  const chances = Array.from({ length: DICE_MAX_CHANCE }, (_, index) => index + DICE_MIN_CHANCE)

  it('convert both ways and on both sides, for every chance', () => {
    for (const side of DICE_SIDES) {
      const { min, max } = diceTargetRange(side)
      for (const chance of chances) {
        const params = { side, target: diceTarget(side, chance) }
        const multiplier = diceWinMultiplier(params)
        const isLinked =
          diceChance(params) === chance &&
          params.target >= min &&
          params.target <= max &&
          multiplier >= DICE_MIN_MULTIPLIER &&
          multiplier <= DICE_MAX_MULTIPLIER &&
          diceChanceFor(multiplier) === chance
        if (!isLinked) expect.fail(`${side} at a chance of ${chance}`)
      }
    }
  })

  it('have as many winning rolls as the chance says', () => {
    for (const side of DICE_SIDES) {
      for (const chance of [1, 2, 500, 4_950, 5_000, 9_801]) {
        const params = { side, target: diceTarget(side, chance) }
        const wins = Array.from({ length: DICE_OUTCOMES }, (_, roll) => diceMultiplier(params, roll))
        expect(wins.filter((multiplier) => multiplier > 0)).toHaveLength(chance)
      }
    }
  })

  it('stay within 1.01× and 9,900×', () => {
    expect([DICE_MIN_MULTIPLIER, DICE_MAX_MULTIPLIER]).toEqual([10_101, 99_000_000])
    expect(diceTargetRange('over')).toEqual({ min: 199, max: 9_999 })
    expect(diceTargetRange('under')).toEqual({ min: 1, max: 9_801 })
    expect([diceChanceFor(0), diceChanceFor(1e15), diceChanceFor(19_800)]).toEqual([9_801, 1, 5_000])
    expect(diceWinMultiplier({ side: 'over', target: 5_050 })).toBe(20_000)
  })
})

describe('hilo', () => {
  const [two, three, jack, ace] = [0, 4, 36, 51]

  it('offers no certain guess', () => {
    expect(hiloGuesses(two)).toEqual(['higher', 'same'])
    expect(hiloGuesses(three)).toEqual(['higher-or-same', 'lower-or-same'])
    expect(hiloGuesses(ace)).toEqual(['lower', 'same'])
  })

  it('multiplies exactly along a round and cuts once', () => {
    // 0.99 × 13/12 × 0.99 × 13/10 × 0.99 × 13/1
    const moves = ['higher-or-same', 'skip', 'lower-or-same', 'same'] as const
    expect(hiloProgress([three, three, jack, two, two], moves)).toEqual([
      10_000, 10_725, 10_725, 13_803, 177_645,
    ])
    expect(hiloMultiplier([three, two], ['higher-or-same'])).toBe(0)
    expect(hiloMultiplier([ace], [])).toBe(10_000)
  })

  it('knows the worth of a round before the next card', () => {
    const cards = [three, three, jack, two]
    const moves = ['higher-or-same', 'skip', 'lower-or-same'] as const
    expect(hiloWorth(cards, moves)).toBe(13_803)
    expect(hiloWorth(cards, [...moves, 'same'])).toBe(177_645)
    expect(hiloWorth([ace], [])).toBe(10_000)
    expect(hiloWorth([ace, two], ['skip', 'skip'])).toBe(10_000)
  })

  it('puts a chosen start card first and draws none for it', () => {
    const seeds = { serverSeed: 'ab'.repeat(32), clientSeed: 'koi', nonce: 0 }
    const [drawn, chosen] = [createStream(seeds), createStream(seeds)]
    const cards = hiloOutcome(drawn, 5)
    expect(hiloOutcome(chosen, 6, { startCard: 'AH' })).toEqual([49, ...cards])
    expect(chosen.draws).toEqual(drawn.draws)
    expect(cards.map(hiloCardName).map(hiloCardOf)).toEqual(cards)
  })

  it('refuses moves that the round did not allow', () => {
    const impossible: [number[], HiloMove[]][] = [
      [
        [three, two, two],
        ['higher-or-same', 'same'],
      ],
      [[two, two], ['higher-or-same']],
      [[two, two], []],
      [Array<number>(8).fill(two), Array<HiloMove>(7).fill('same')],
    ]
    for (const [cards, moves] of impossible) expect(() => hiloProgress(cards, moves)).toThrow(FairnessError)
  })
})

describe('parameters', () => {
  it.each([
    ['dice', parseDiceParams, { side: 'over', target: 5_050 }],
    ['limbo', parseLimboParams, { target: 101 }],
    ['limbo', parseLimboParams, { target: 1_600_000 }],
    ['crash', parseCrashParams, { target: 200 }],
    ['plinko', parsePlinkoParams, { rows: 16, risk: 'expert' }],
    ['mines', parseMinesParams, { mines: 24 }],
    ['keno', parseKenoParams, { risk: 'low', picks: [0, 39] }],
    ['wheel', parseWheelParams, { segments: 50, risk: 'high' }],
    ['hilo', parseHiloParams, {}],
    ['hilo', parseHiloParams, { startCard: '10S' }],
  ] as [string, (value: unknown) => unknown, unknown][])('of %s are accepted: %#', (_, parse, params) => {
    expect(parse({ ...(params as object), unknown: 1 })).toEqual(params)
  })

  it.each([
    [
      parseDiceParams,
      [
        { side: 'over', target: 198 },
        { side: 'over', target: 10_000 },
      ],
    ],
    [parseDiceParams, [{ side: 'under', target: 0 }, { side: 'constructor', target: 50 }, { target: 5_000 }]],
    [parseLimboParams, [{ target: 100 }, { target: 1_600_001 }, { target: 150.5 }, { target: '200' }]],
    [parseCrashParams, [{ target: 100 }, {}]],
    [
      parsePlinkoParams,
      [
        { rows: 7, risk: 'low' },
        { rows: '8', risk: 'low' },
        { rows: 8, risk: '__proto__' },
      ],
    ],
    [parseMinesParams, [{ mines: 0 }, { mines: 25 }, { mines: Number.NaN }]],
    [parseKenoParams, [{ risk: 'low', picks: [] }, { risk: 'low', picks: [1, 1] }, { risk: 'low' }]],
    [
      parseKenoParams,
      [
        { risk: 'expert', picks: [1] },
        { risk: 'low', picks: [40] },
      ],
    ],
    [
      parseWheelParams,
      [
        { segments: 15, risk: 'low' },
        { segments: 10, risk: 'expert' },
      ],
    ],
    [parseHiloParams, [{ startCard: '1H' }, { startCard: 'AX' }, { startCard: 51 }, { startCard: null }]],
  ] as [(value: unknown) => unknown, unknown[]][])(
    'are refused when no bet can have them: %#',
    (parse, values) => {
      for (const value of [...values, undefined, null, [], 'text', 1]) {
        expect(() => parse(value), JSON.stringify(value)).toThrow(FairnessError)
      }
    },
  )
})
