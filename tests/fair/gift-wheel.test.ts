import { describe, expect, it } from 'vitest'
import { GIFT_WHEEL_PARTS } from '#rules/gift-wheel/gift-wheel-parts.ts'
import { GIFT_WHEEL, giftWheelOutcome } from '#rules/gift-wheel/gift-wheel.ts'
import { MULTIPLIER_SCALE } from '#fair/multiplier.ts'
import { isPlayGame } from '#rules/games.ts'
import { PLAY_GAMES } from '#rules/play-games.ts'
import { explainBet } from '#verify/explain.ts'
import { verifyBet } from '#verify/verify-bet.ts'

const SEEDS = {
  serverSeed: '0f6e8aba300b7f1217ee46606773cf6046b524f74505cf2124ffe181ad6b9dbf',
  clientSeed: 'aR3kRBVn',
}
const bet = (nonce: number) => ({ game: 'gift-wheel', ...SEEDS, nonce, params: {} })

describe('the daily wheel', () => {
  it('returns exactly its stake on average', () => {
    expect(GIFT_WHEEL_PARTS).toHaveLength(20)
    expect(GIFT_WHEEL_PARTS.reduce((sum, multiplier) => sum + multiplier, 0)).toBe(20 * MULTIPLIER_SCALE)
    expect(GIFT_WHEEL.edge({})).toBe(0)
    expect(GIFT_WHEEL.topMultiplier({})).toBe(60_000)
  })

  it('has twenty equal parts', () => {
    const at = (float: number) => giftWheelOutcome({ next: () => float, draws: [] })
    for (let part = 0; part < 20; part += 1) {
      expect(at(part / 20 + 1e-9)).toBe(part)
      expect(at((part + 1) / 20 - 1e-9)).toBe(part)
    }
  })

  // Computed by another program from the same seeds.
  it.each([
    [0, 15, 2],
    [1, 11, 0.25],
    [5, 2, 1],
    [8, 0, 6],
    [38, 0, 6],
  ])('with nonce %i stops at part %i, which pays %f times the stake', (nonce, part, multiplier) => {
    const paid = {
      outcome: part,
      stake: '0.5',
      coin: 'usdt-tron',
      multiplier,
      payout: String(0.5 * multiplier),
    }
    expect(verifyBet({ ...bet(nonce), ...paid })).toEqual({
      game: 'gift-wheel',
      outcome: part,
      matches: true,
    })
    const { arithmetic } = explainBet({ ...SEEDS, nonce }, { game: 'gift-wheel' })
    expect(arithmetic).toMatchObject({
      part: { size: 20, index: part },
      multiplier: multiplier * MULTIPLIER_SCALE,
    })
  })

  it('is found out where it shows another part, or pays another multiplier', () => {
    expect(verifyBet({ ...bet(8), outcome: 1 })).toMatchObject({ matches: false, outcome: 0 })
    expect(verifyBet({ ...bet(8), outcome: 0, multiplier: 2 })).toMatchObject({
      paymentFault: 'the outcome pays 6×, but 2× is recorded',
    })
    const unseen = { ...bet(8), serverSeed: null, serverSeedHash: '00'.repeat(32) }
    expect(verifyBet({ ...unseen, outcome: 0, multiplier: 2 })).toMatchObject({
      paymentFault: 'the outcome pays 6×, but 2× is recorded',
    })
  })

  it('has rules like any game, and is not a game that players can choose', () => {
    expect(isPlayGame('gift-wheel')).toBe(true)
    expect(PLAY_GAMES).not.toContain('gift-wheel')
  })
})
