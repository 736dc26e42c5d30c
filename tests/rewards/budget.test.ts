import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CRASH_MAX_TARGET, crashEdge } from '#rules/crash/crash.ts'
import { DICE_MAX_CHANCE, DICE_MIN_CHANCE, DICE_SIDES, diceTarget } from '#rules/dice/dice.ts'
import { GAMES, type PlayGame } from '#rules/games.ts'
import { HILO_CARDS, hiloCardName } from '#rules/hilo/hilo.ts'
import { KENO_PICK_COUNTS, KENO_RISKS } from '#rules/keno/keno.ts'
import { LIMBO_MAX_TARGET, LIMBO_MIN_TARGET } from '#rules/limbo/limbo.ts'
import { MINES_MAX, MINES_MIN } from '#rules/mines/mines.ts'
import { PLINKO_RISKS, PLINKO_ROWS } from '#rules/plinko/plinko.ts'
import type { SharedGame } from '#rules/play-games.ts'
import { MOST_BACK_BPS, mostBackBps, type EdgeShares } from '#rules/rewards/edge-shares.ts'
import { WHEEL_RISKS, WHEEL_SEGMENTS } from '#rules/wheel/wheel.ts'
import { REWARDS_DEFAULT } from '#server/config/rewards-config.ts'
import { edgeOf, inBasisPoints } from '#server/play/plan-play.ts'
import { refuseLargeShares } from '#server/rewards/budget.ts'
import { TEST_SEED } from '../support/test-seed.ts'
import { backOf, type Earned } from './back-of.ts'

const whole = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)
const byRatio = (from: number, to: number) =>
  Array.from({ length: 2_001 }, (_, step) => Math.round(from * (to / from) ** (step / 2_000)))

/** The house edge, 0 to 1, of every set of parameters; of wide ranges, of many of them. */
const EDGES: { readonly [G in PlayGame | SharedGame]: () => Iterable<number> } = {
  *dice() {
    for (const side of DICE_SIDES)
      for (let chance = DICE_MIN_CHANCE; chance <= DICE_MAX_CHANCE; chance += 1)
        yield GAMES.dice.edge({ side, target: diceTarget(side, chance) })
  },
  *limbo() {
    for (const target of byRatio(LIMBO_MIN_TARGET, LIMBO_MAX_TARGET)) yield GAMES.limbo.edge({ target })
  },
  *mines() {
    for (const mines of whole(MINES_MIN, MINES_MAX)) yield GAMES.mines.edge({ mines })
  },
  *plinko() {
    for (const rows of PLINKO_ROWS) for (const risk of PLINKO_RISKS) yield GAMES.plinko.edge({ rows, risk })
  },
  *hilo() {
    for (const card of whole(0, HILO_CARDS - 1)) yield GAMES.hilo.edge({ startCard: hiloCardName(card) })
  },
  *keno() {
    for (const risk of KENO_RISKS)
      for (const count of KENO_PICK_COUNTS) yield GAMES.keno.edge({ risk, picks: whole(0, count - 1) })
  },
  *wheel() {
    for (const segments of WHEEL_SEGMENTS)
      for (const risk of WHEEL_RISKS) yield GAMES.wheel.edge({ segments, risk })
  },
  *'pond-reels'() {
    yield GAMES['pond-reels'].edge({})
  },
  *'gift-wheel'() {
    yield GAMES['gift-wheel'].edge({})
  },
  *crash() {
    for (const target of [null, ...byRatio(101, CRASH_MAX_TARGET)]) yield crashEdge(target)
  },
}

const RELEASE_BPS = 2_000
/** Each takes all that may be taken, in another way. */
const CONFIGURATIONS: readonly (readonly [shares: EdgeShares, releaseBps: number])[] = [
  [REWARDS_DEFAULT, RELEASE_BPS],
  [{ ...REWARDS_DEFAULT, rakebackBps: 1, rakebackStepBps: 333, rakebackMostBps: 3_000 }, 0],
  [{ ...REWARDS_DEFAULT, referralBps: 2_999, levelGiftBps: 1 }, 500],
  [{ ...REWARDS_DEFAULT, wheelBps: 2_277, racePoolBps: 1_223, racePrizeMostBps: 1_000 }, 0],
]
const LEVELS = [1, 2, 3, 7, 13, 21, 22, 100]
/** In 10⁻⁸ dollars: a cent, odd amounts, the largest. */
const STAKES = [1_000_000n, 137n, 99_999_999n, 12_345_678_901n, 100_000_000_000n]

describe('what comes back to two accounts that help each other', () => {
  it.each(Object.entries(EDGES))('is at most 60%% of the house edge in %s', (_, edges) => {
    const all = new Set([...edges()].map(inBasisPoints))
    expect(all.size).toBeGreaterThan(0)
    for (const edgeBps of all)
      for (const [shares, releaseBps] of CONFIGURATIONS)
        for (const level of LEVELS)
          for (const stake of STAKES) {
            const bets = Array.from({ length: 3 }, () => edgeOf(stake, edgeBps))
            const earned: Earned = { bets, level }
            const { back, edge } = backOf([earned, earned], shares, releaseBps)
            if (back * 10_000n > edge * BigInt(MOST_BACK_BPS))
              expect.fail(`${edgeBps} basis points, LV.${level}, ${stake}: ${back} of ${edge}`)
          }
  })

  it.each(Object.entries(EDGES))(
    'counts no more than half a basis point above the edge of %s',
    (_, edges) => {
      for (const edge of edges()) {
        expect(inBasisPoints(edge)).toBeLessThanOrEqual(Math.max(0, edge) * 10_000 + 0.500001)
      }
    },
  )

  it('is at most 60% in every configuration with which the server starts', () => {
    const bps = fc.nat(3_000)
    const shares = fc.record({
      rakebackBps: bps,
      rakebackStepBps: bps,
      rakebackMostBps: bps,
      referralBps: bps,
      levelGiftBps: bps,
      wheelBps: bps,
      racePoolBps: bps,
      racePrizeMostBps: bps,
    })
    const account = fc.record({
      level: fc.integer({ min: 1, max: 50 }),
      bets: fc.array(fc.bigInt(0n, 10n ** 12n), { maxLength: 5 }),
    })
    let started = 0
    fc.assert(
      fc.property(shares, bps, account, account, (some, releaseBps, one, other) => {
        const isAllowed = mostBackBps(some, releaseBps) <= MOST_BACK_BPS
        if (!isAllowed) {
          expect(() => refuseLargeShares(some, releaseBps)).toThrow('of the house edge')
          return
        }
        refuseLargeShares(some, releaseBps)
        started += 1
        const { back, edge } = backOf([one, other], some, releaseBps)
        expect(back * 10_000n <= edge * BigInt(MOST_BACK_BPS)).toBe(true)
      }),
      { seed: TEST_SEED, numRuns: 2_000 },
    )
    expect(started).toBeGreaterThan(20)
  })
})

describe('the start of the server', () => {
  it('is possible with the shares that Koi ships, which make 60%', () => {
    expect(mostBackBps(REWARDS_DEFAULT, RELEASE_BPS)).toBe(MOST_BACK_BPS)
    expect(() => refuseLargeShares(REWARDS_DEFAULT, RELEASE_BPS)).not.toThrow()
  })

  it('is refused with one basis point more of anything, and told with the sum', () => {
    for (const key of [
      'rakebackMostBps',
      'referralBps',
      'levelGiftBps',
      'wheelBps',
      'racePrizeMostBps',
    ] as const) {
      const more = { ...REWARDS_DEFAULT, [key]: REWARDS_DEFAULT[key] + 1 }
      expect(() => refuseLargeShares(more, RELEASE_BPS), key).toThrow('60.01%')
    }
    expect(() => refuseLargeShares(REWARDS_DEFAULT, RELEASE_BPS + 1)).toThrow('60.01%')
  })
})
