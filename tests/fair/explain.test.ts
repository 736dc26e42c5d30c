import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { SeededBet } from '#rules/checks.ts'
import { crashArithmetic } from '#rules/crash/crash.ts'
import { explainBet } from '#verify/explain.ts'
import { FAIR_GAMES } from '#rules/fair-games.ts'
import type { HiloMove } from '#rules/hilo/hilo.ts'
import { hashServerSeed } from '#fair/seeds.ts'
import { KNOWN_BETS } from './known-bets.ts'

const SEEDS = {
  serverSeed: '0f6e8aba300b7f1217ee46606773cf6046b524f74505cf2124ffe181ad6b9dbf',
  clientSeed: 'aR3kRBVn',
  nonce: 3,
}

const BETS: readonly SeededBet[] = [
  { game: 'dice', params: { side: 'over', target: 5_050 } },
  { game: 'limbo', params: { target: 200 } },
  { game: 'plinko', params: { rows: 16, risk: 'high' } },
  { game: 'mines', params: { mines: 3 }, opened: [0, 1] },
  { game: 'keno', params: { risk: 'classic', picks: [1, 2, 3] } },
  { game: 'wheel', params: { segments: 50, risk: 'high' } },
  { game: 'hilo', params: {}, moves: [] },
  { game: 'hilo', params: { startCard: 'AH' }, moves: ['skip', 'skip'] },
  { game: 'pond-reels' },
]

describe('the explanation of a bet', () => {
  it('covers every game', () => {
    expect(new Set([...BETS.map(({ game }) => game), 'crash'])).toEqual(new Set(FAIR_GAMES))
  })

  it.each(BETS.map((bet) => [bet.game, bet] as const))(
    '%s: HMACs, bytes and floats follow from each other',
    (_, bet) => {
      const { serverSeedHash, rounds, draws } = explainBet(SEEDS, bet)
      expect(serverSeedHash).toBe(hashServerSeed(SEEDS.serverSeed))
      expect(rounds).toHaveLength(Math.ceil(draws.length / 8))
      for (const { round, message, digest } of rounds) {
        expect(message).toBe(`aR3kRBVn:3:${round}`)
        expect(digest).toBe(createHmac('sha256', SEEDS.serverSeed).update(message).digest('hex'))
      }
      for (const { round, offset, bytes, terms, float } of draws) {
        const hex = Buffer.from(bytes).toString('hex')
        expect(rounds[round]?.digest.slice(offset * 2, offset * 2 + 8)).toBe(hex)
        expect(float).toBe(Number.parseInt(hex, 16) / 2 ** 32)
        expect(terms.reduce((sum, term) => sum + term, 0)).toBe(float)
      }
    },
  )

  it('dice: explains 59.67 over 50.50', () => {
    const { arithmetic, draws } = explainBet(SEEDS, { game: 'dice', params: { side: 'over', target: 5_050 } })
    const [draw] = draws
    expect(arithmetic).toEqual({
      game: 'dice',
      roll: { float: draw?.float, size: 10_001, product: (draw?.float ?? 0) * 10_001, index: 5_967 },
      params: { side: 'over', target: 5_050 },
      chance: 4_950,
      winMultiplier: 20_000,
      multiplier: 20_000,
    })
  })

  it('mines: explains each tile drawn, the gems and the ways', () => {
    const known = KNOWN_BETS.find(({ game }) => game === 'mines')
    const seeds = {
      serverSeed: String(known?.['serverSeed']),
      clientSeed: String(known?.['clientSeed']),
      nonce: 1,
    }
    const explain = (opened: number[]) => {
      const { arithmetic } = explainBet(seeds, { game: 'mines', params: { mines: 3 }, opened })
      if (arithmetic.game !== 'mines') throw new Error(arithmetic.game)
      return arithmetic
    }
    const won = explain([0, 1, 24])
    expect(won.removals.map(({ taken }) => taken)).toEqual(known?.outcome)
    expect(won.removals.map(({ size }) => size)).toEqual(Array.from({ length: 24 }, (_, i) => 25 - i))
    // 0.99 × C(25, 3) / C(22, 3) = 0.99 × 2300 / 1540
    expect(won).toMatchObject({
      mineTiles: [2, 12, 5],
      gems: 3,
      isLost: false,
      ways: 2_300n,
      safeWays: 1_540n,
      multiplier: 14_785,
    })
    expect(explain([0, 12])).toMatchObject({ gems: 1, isLost: true, multiplier: 0 })
  })

  it('plinko, hilo, keno, limbo, wheel and the slot: explains the numbers of the known bets', () => {
    const of = (game: string) => {
      const known = KNOWN_BETS.find((bet) => bet.game === game)
      return {
        serverSeed: String(known?.['serverSeed']),
        clientSeed: String(known?.['clientSeed']),
        nonce: Number(known?.['nonce']),
      }
    }
    expect(
      explainBet(of('plinko'), { game: 'plinko', params: { rows: 16, risk: 'low' } }).arithmetic,
    ).toMatchObject({ bucket: 7, ways: 11_440n, multiplier: 10_000 })
    expect(explainBet(of('hilo'), { game: 'hilo', params: {}, moves: ['lower'] }).arithmetic).toMatchObject({
      drawn: [{ index: 49, name: 'AH' }, {}],
      moves: [{ card: 'AH', winningRanks: 12, ranks: 13 }],
    })
    expect(
      explainBet(of('keno'), { game: 'keno', params: { risk: 'classic', picks: [28, 2, 0] } }).arithmetic,
    ).toMatchObject({ hits: [28, 2], multiplier: 31_000 })
    expect(explainBet(of('limbo'), { game: 'limbo', params: { target: 439 } }).arithmetic).toMatchObject({
      outcome: 439,
      multiplier: 43_900,
    })
    expect(
      explainBet(of('wheel'), { game: 'wheel', params: { segments: 10, risk: 'medium' } }).arithmetic,
    ).toMatchObject({ segment: { size: 10, index: 5 }, multiplier: 20_000 })
    const { arithmetic } = explainBet(SEEDS, { game: 'pond-reels' })
    expect(arithmetic.game === 'pond-reels' && arithmetic.reels.map(({ size }) => size)).toEqual([
      32, 32, 32, 32, 32,
    ])
  })

  it('hilo: a chosen start card uses no float, and an impossible move pays nothing', () => {
    const known = KNOWN_BETS.find(({ game }) => game === 'hilo')
    const seeds = {
      serverSeed: String(known?.['serverSeed']),
      clientSeed: String(known?.['clientSeed']),
      nonce: 23,
    }
    const explain = (moves: readonly HiloMove[]) =>
      explainBet(seeds, { game: 'hilo', params: { startCard: '3S' }, moves })
    // The first card drawn is the ace of hearts of the known bet.
    const { arithmetic, draws } = explain(['skip', 'skip'])
    expect(arithmetic).toMatchObject({
      drawn: [{ name: 'AH', index: 49 }, {}],
      moves: [
        { card: '3S', next: 'AH', winningRanks: 0, multiplier: 10_000 },
        { card: 'AH', multiplier: 10_000 },
      ],
    })
    expect(draws).toHaveLength(2)
    // 0.99 × 13/12
    expect(explain(['higher-or-same']).arithmetic.multiplier).toBe(10_725)
    expect(explain(['lower-or-same']).arithmetic.multiplier).toBe(0)
    expect(explain(['higher-or-same', 'higher-or-same', 'skip']).arithmetic.multiplier).toBe(0)
  })

  it('crash: explains the way from hash and salt to 1.21', () => {
    const known = KNOWN_BETS.find(({ game }) => game === 'crash')
    const { digest, step, point } = crashArithmetic(String(known?.['gameHash']), String(known?.['salt']))
    expect(step).toBe(Number.parseInt(digest.slice(0, 8), 16))
    expect(Math.floor((2 ** 32 / (step + 1)) * 0.99 * 100)).toBe(121)
    expect(point).toBe(121)
  })
})
