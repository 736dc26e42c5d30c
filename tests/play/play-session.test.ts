// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import type { PlayEngine, SettledBet } from '#features/play/play-engine.ts'
import {
  acknowledgeStake,
  forgetRecentBets,
  loadRecentBets,
  recordShownBet,
  resetStats,
} from '#features/play/session/play-session.actions.ts'
import {
  NEW_SESSION,
  playSessions,
  readSession,
  RECENT_BETS,
} from '#features/play/session/play-session.state.ts'
import { EMPTY_STATS, SERIES_LIMIT, withBet } from '#features/play/session/session-stats.ts'
import { holdBalance, shownAmount } from '#features/play/session/shown-balance.actions.ts'
import { heldBalances } from '#features/play/session/shown-balance.state.ts'
import { changePlayPreferences } from '#features/play/session/play-preferences.actions.ts'
import {
  PLAY_PREFERENCES_KEY,
  playPreferences,
  readPlayPreferences,
} from '#features/play/session/play-preferences.state.ts'

const bet = (id: string, payout = 0n, time = 1): SettledBet => ({
  id,
  time,
  game: 'dice',
  params: { side: 'over', target: 5_050 },
  stake: 100n,
  multiplier: Number(payout) * 100,
  payout,
  outcome: 1,
  coin: 'demo',
  symbol: 'DEMO',
  decimals: 6,
  isDemo: true,
  seeds: { serverSeedHash: 'h', serverSeed: null, clientSeed: 'c', nonce: 0 },
})

const engine = {
  balance: {
    get: () => ({ amount: 1_000n, coin: 'demo', symbol: 'DEMO', decimals: 6, isDemo: true }),
    subscribe: () => () => undefined,
  },
}

beforeEach(() => {
  for (const coin of ['demo', 'usdt-tron']) delete playSessions[`${coin}/dice`]
  localStorage.clear()
})

describe('session statistics', () => {
  it('count bets, wins and losses, and the amount won', () => {
    const stats = [200n, 0n, 100n, 300n].reduce((sum, payout) => withBet(sum, bet('x', payout)), EMPTY_STATS)
    expect(stats).toMatchObject({ bets: 4, wins: 2, losses: 1, wagered: 400n, net: 200n, best: 30_000 })
    expect(stats.series).toEqual([0n, 100n, 0n, 0n, 200n])
  })

  it('keep a chart of limited length from 0 to now', () => {
    let stats = EMPTY_STATS
    for (let count = 1; count <= 5_000; count += 1) {
      stats = withBet(stats, bet('x', 200n))
      expect(stats.series.length).toBeLessThanOrEqual(SERIES_LIMIT)
      expect(stats.series[0]).toBe(0n)
      expect(stats.series.at(-1)).toBe(stats.net)
      // Evenly spaced, except for the newest point.
      const steps = stats.series.slice(0, -1).map((net, index) => net === BigInt(index * stats.stride) * 100n)
      expect(steps.every(Boolean), String(count)).toBe(true)
    }
  })

  it('count a bet once, and a reset keeps what was counted', () => {
    recordShownBet(bet('a', 200n))
    recordShownBet(bet('a', 200n))
    expect(readSession('demo', 'dice').stats.bets).toBe(1)
    resetStats('demo', 'dice')
    expect(readSession('demo', 'dice')).toMatchObject({ stats: EMPTY_STATS, stakes: [100n] })
    expect(readSession('demo', 'dice').recent).toHaveLength(1)
  })

  it('continue from the bets in the stored history', async () => {
    recordShownBet(bet('b', 0n, 5))
    const stored = [bet('under way', 0n, 9), bet('b', 0n, 5), bet('a', 0n, 2)]
    const history = {
      page: async () => ({ bets: stored, next: undefined }),
    } as unknown as PlayEngine['history']
    await loadRecentBets({ history, ...engine }, 'dice')
    expect(readSession('demo', 'dice').recent.map(({ id }) => id)).toEqual(['b', 'a'])
    for (let index = 0; index < 30; index += 1) recordShownBet(bet(`n${index}`))
    expect(readSession('demo', 'dice').recent).toHaveLength(RECENT_BETS)
    forgetRecentBets('demo')
    expect(readSession('demo', 'dice').recent).toEqual([])
  })

  it('ignore bets with another coin', () => {
    recordShownBet(bet('a', 200n))
    recordShownBet({ ...bet('b', 0n), coin: 'usdt-tron', symbol: 'USDT', isDemo: false })
    acknowledgeStake('usdt-tron', 'dice', 700n)
    expect(readSession('demo', 'dice')).toMatchObject({
      stats: { bets: 1, net: 100n },
      stakes: [100n],
      acknowledgedStake: 0n,
    })
    expect(readSession('usdt-tron', 'dice')).toMatchObject({ stats: { bets: 1, net: -100n } })
    forgetRecentBets('demo')
    expect(readSession('usdt-tron', 'dice').recent).toHaveLength(1)
    expect(readSession('usdt-tron', 'mines')).toBe(NEW_SESSION)
  })

  it('remember the highest stake the player confirmed', () => {
    acknowledgeStake('demo', 'dice', 500n)
    acknowledgeStake('demo', 'dice', 300n)
    expect(readSession('demo', 'dice').acknowledgedStake).toBe(500n)
  })
})

describe('the shown balance', () => {
  it('drops with the stake, rises when a result is shown, and is live after the last one', () => {
    const first = holdBalance(engine, 100n)
    const second = holdBalance(engine, 100n)
    expect(heldBalances).toEqual({ demo: { amount: 800n, bets: 2 } })
    first.land(300n)
    first.land(300n)
    expect(heldBalances).toEqual({ demo: { amount: 1_100n, bets: 1 } })
    second.release()
    expect(heldBalances).toEqual({})
    expect(shownAmount(engine)).toBe(1_000n)
  })

  it('rises again when a bet is refused', () => {
    const first = holdBalance(engine, 100n)
    holdBalance(engine, 50n).release()
    expect(heldBalances).toEqual({ demo: { amount: 900n, bets: 1 } })
    first.land(0n)
  })
})

describe('the preferences', () => {
  it('are silent and animated by default', () => {
    expect(readPlayPreferences()).toEqual({
      instant: false,
      sound: false,
      volume: 0.6,
      haptics: true,
      bigWins: '10',
      quickKeys: false,
      risingTone: false,
      reactions: true,
      keysTold: false,
    })
  })

  it('are stored', () => {
    changePlayPreferences({ instant: true })
    expect(playPreferences.choices).toMatchObject({ instant: true, sound: false })
    expect(readPlayPreferences()).toEqual(playPreferences.choices)
  })

  it.each(['', '{', '[]', '{"instant":"yes"}'])('ignore %j in storage', (stored) => {
    localStorage.setItem(PLAY_PREFERENCES_KEY, stored)
    expect(readPlayPreferences().instant).toBe(false)
  })
})
