import { describe, expect, it } from 'vitest'
import { createSimulatedStream } from '#features/play/auto/simulated-stream.ts'
import { MULTIPLIER_SCALE } from '#fair/multiplier.ts'
import { isGiftGame } from '#rules/fair-games.ts'
import { GAMES, rulesOf, type InstantGame } from '#rules/games.ts'
import { chancesOf, type LuckBets, luckOf } from '#rules/luck/luck.ts'
import { returnsOf, type Returns } from '#rules/luck/returns-of.ts'
import { GAME_PARAMS, INSTANT_GAMES } from '../support/game-params.ts'
import { TEST_SEED } from '../support/test-seed.ts'

const DOLLAR = 100_000_000n

const KINDS: readonly (readonly [InstantGame, object])[] = [
  ...INSTANT_GAMES.map((game) => [game, GAME_PARAMS[game].params] as const),
  ['dice', { side: 'under', target: 9_801 }],
  ['dice', { side: 'over', target: 9_999 }],
  ['limbo', { target: 1_600_000 }],
  ['plinko', { rows: 16, risk: 'expert' }],
  ['keno', { risk: 'high', picks: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] }],
  ['wheel', { segments: 50, risk: 'medium' }],
]

const betsOn = (game: InstantGame, params: object, stake: bigint, count: number): LuckBets => ({
  returns: returnsOf(game, params),
  stake,
  count,
})

/** The payout of the bets this time, in units of 10⁻¹² dollars. */
function played(bets: readonly LuckBets[], next: () => number): bigint {
  let paid = 0n
  for (const { returns, stake, count } of bets) {
    for (let n = 0; n < count; n++) paid += stake * BigInt(drawn(returns, next()))
  }
  return paid
}

function drawn({ total, ways }: Returns, float: number): number {
  let left = float * total
  for (const [multiplier, count] of ways) if ((left -= count) < 0) return multiplier
  return 0
}

describe('what a bet pays', () => {
  it.each(KINDS)('in %s with %o has the edge of its rules', (game, params) => {
    const { total, ways } = returnsOf(game, params)
    expect([...ways.values()].reduce((sum, count) => sum + count, 0)).toBe(total)
    const mean = [...ways].reduce((sum, [multiplier, count]) => sum + multiplier * count, 0) / total
    const rules = rulesOf(game)
    expect(mean / MULTIPLIER_SCALE).toBeCloseTo(1 - rules.edge(rules.parseParams(params)), 12)
  })

  it.each(KINDS)('in %s with %o is what its rules pay, as often', (game, params) => {
    const { total, ways } = returnsOf(game, params)
    const rules = rulesOf(game)
    const read = rules.parseParams(params)
    const stream = createSimulatedStream(TEST_SEED)
    const draws = 20_000
    const seen = new Map<number, number>()
    for (let n = 0; n < draws; n++) {
      const multiplier = rules.multiplier(read, rules.draw(stream, read))
      seen.set(multiplier, (seen.get(multiplier) ?? 0) + 1)
    }
    for (const [multiplier, count] of seen) {
      const chance = (ways.get(multiplier) ?? 0) / total
      expect(chance, `${multiplier}`).toBeGreaterThan(0)
      const spread = Math.sqrt(draws * chance * (1 - chance))
      expect(Math.abs(count - draws * chance), `${multiplier}`).toBeLessThan(5.5 * spread + 3)
    }
  })

  it('is known of each game that a bet settles at once', () => {
    const instant = Object.values(GAMES).filter(({ kind }) => kind === 'instant')
    // Turns of the gift wheel are free, and count for nothing.
    const ofPlayers = instant.flatMap(({ slug }) => (isGiftGame(slug) ? [] : [slug]))
    expect(new Set(KINDS.map(([game]) => game))).toEqual(new Set(ofPlayers))
  })
})

describe('the place of a result among all ways', () => {
  /** All ways of a few bets, by enumeration: the share that pays less, and half of that which pays the same. */
  function counted(bets: readonly LuckBets[], paid: bigint): number {
    let sums = new Map<bigint, number>([[0n, 1]])
    for (const { returns, stake, count } of bets) {
      for (let n = 0; n < count; n++) {
        const next = new Map<bigint, number>()
        for (const [sum, chance] of sums) {
          for (const [multiplier, ways] of returns.ways) {
            const pays = sum + stake * BigInt(multiplier)
            next.set(pays, (next.get(pays) ?? 0) + (chance * ways) / returns.total)
          }
        }
        sums = next
      }
    }
    let place = 0
    for (const [sum, chance] of sums) place += sum < paid ? chance : sum === paid ? chance / 2 : 0
    return place
  }

  it('is exact where all payouts are multiples of one amount', () => {
    const bets = [
      betsOn('dice', { side: 'over', target: 5_050 }, DOLLAR, 20),
      betsOn('wheel', { segments: 10, risk: 'low' }, 2n * DOLLAR, 3),
      betsOn('plinko', { rows: 8, risk: 'low' }, DOLLAR, 2),
    ]
    const { next } = createSimulatedStream(TEST_SEED)
    for (let n = 0; n < 5; n++) {
      const paid = played(bets, next)
      const luck = luckOf(bets, paid)
      expect(luck.tolerance).toBe(0)
      expect(luck.place).toBeCloseTo(counted(bets, paid), 6)
    }
  })

  it('is the middle of what may be for odd stakes, and counts what is within its tolerance as equal', () => {
    const bets = Array.from({ length: 12 }, (_, n) =>
      betsOn('dice', { side: 'under', target: 3_000 + 500 * n }, DOLLAR + BigInt(n) ** 5n * 997n + 1n, 1),
    )
    const { next } = createSimulatedStream(TEST_SEED)
    for (let n = 0; n < 5; n++) {
      const paid = played(bets, next)
      const { place, tolerance } = luckOf(bets, paid)
      expect(tolerance).toBeGreaterThan(0)
      // Less than a cent.
      expect(tolerance).toBeLessThan(1e10)
      expect(place).toBeCloseTo(counted(bets, paid), 2)
    }
  })

  it('of one bet that nearly always wins is its middle, not its end', () => {
    const bets = [betsOn('dice', { side: 'under', target: 9_801 }, DOLLAR, 1)]
    const [won = 0, lost = 0] = bets.flatMap(({ returns }) => [...returns.ways.keys()])
    expect(luckOf(bets, DOLLAR * BigInt(won)).place).toBeCloseTo(1 - 9_801 / 10_001 / 2, 9)
    expect(luckOf(bets, DOLLAR * BigInt(lost)).place).toBeCloseTo(200 / 10_001 / 2, 9)
  })

  it('is at either end for results that hardly happen, and never outside', () => {
    const bets = [betsOn('limbo', { target: 1_600_000 }, DOLLAR, 40), betsOn('pond-reels', {}, DOLLAR, 60)]
    expect(luckOf(bets, 0n).place).toBeLessThan(1e-6)
    const most = luckOf(bets, 40n * DOLLAR * 160_000_000n).place
    expect(most).toBeGreaterThan(0.999_99)
    expect(most).toBeLessThanOrEqual(1)
  })

  it('is spread evenly over many players', () => {
    const stream = createSimulatedStream(TEST_SEED)
    const bets = KINDS.flatMap(([game, params]) =>
      Array.from({ length: 8 }, () =>
        betsOn(game, params, BigInt(Math.floor((0.1 + stream.next()) * Number(DOLLAR))), 3),
      ),
    )
    const results = Array.from({ length: 2_000 }, () => played(bets, stream.next))
    const chances = chancesOf(
      bets,
      results.reduce((a, b) => (a > b ? a : b)),
    )
    const places = results.map((paid) => chances.placeOf(paid)).sort((a, b) => a - b)
    // Kolmogorov and Smirnov: larger in one of 10,000 runs.
    const off = Math.max(...places.map((place, n) => Math.abs(place - (n + 0.5) / places.length)))
    expect(off).toBeLessThan(2.23 / Math.sqrt(places.length))
  })

  it('is computed in time for a thousand different bets', () => {
    const stream = createSimulatedStream(TEST_SEED)
    const bets = KINDS.flatMap(([game, params]) =>
      Array.from({ length: Math.ceil(1_000 / KINDS.length) }, () =>
        betsOn(game, params, BigInt(Math.floor((0.1 + stream.next()) * Number(DOLLAR))), 1),
      ),
    )
    const before = process.cpuUsage()
    const luck = luckOf(bets, played(bets, stream.next))
    const { user } = process.cpuUsage(before)
    expect(luck.curve.heights.every((height) => height >= 0 && height <= 1)).toBe(true)
    expect(Math.max(...luck.curve.heights)).toBe(1)
    // Ten times what it takes on a desktop, in microseconds.
    expect(user).toBeLessThan(6_000_000)
  })
})
