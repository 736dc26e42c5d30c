import { describe, expect, it } from 'vitest'
import { HISTORY_PAGE_SIZE } from '#features/play/demo-engine/local-history.ts'
import { readOn, statsByCoin } from '#features/play/session/all-time-stats.ts'
import { clockText } from '#features/play/session/session-clock.ts'
import { COIN, evenDice, INSTANT_BETS, readyEngine } from './local-engines.ts'

const { signal } = new AbortController()

async function playedEngine(count: number) {
  const engine = await readyEngine()
  for (let bet = 0; bet < count; bet += 1) await engine.place(evenDice(COIN / 10n))
  await engine.place(INSTANT_BETS.limbo())
  return engine
}

describe('the all-time statistics', () => {
  it('count every stored bet, page by page, like the balance', async () => {
    const engine = await playedEngine(HISTORY_PAGE_SIZE + 7)
    const read = await readOn(engine.history, undefined, { read: undefined, signal })
    const [all] = statsByCoin(read.bets)
    const net = (engine.balance.get()?.amount ?? 0n) - 1_000n * COIN
    expect(all?.coin).toEqual({ coin: 'demo', symbol: 'DEMO', decimals: 6, isDemo: true })
    expect(all?.stats).toMatchObject({ bets: HISTORY_PAGE_SIZE + 8, net })
    expect(all?.stats.series[0]).toBe(0n)
    expect(all?.stats.series.at(-1)).toBe(net)
    expect(read.next).toBeUndefined()
    const dice = statsByCoin((await readOn(engine.history, 'dice', { read: undefined, signal })).bets)
    expect(dice).toMatchObject([{ stats: { bets: HISTORY_PAGE_SIZE + 7 } }])
  })

  it('stop at the given page and continue from there', async () => {
    const engine = await playedEngine(HISTORY_PAGE_SIZE * 2)
    const first = await readOn(engine.history, 'dice', { read: undefined, signal, pages: 1 })
    expect(first.bets).toHaveLength(HISTORY_PAGE_SIZE)
    expect(first.next).toBeDefined()
    const second = await readOn(engine.history, 'dice', { read: first, signal })
    expect(second.bets).toHaveLength(HISTORY_PAGE_SIZE * 2)
    expect(second.next).toBeUndefined()
    expect(statsByCoin(second.bets)).toMatchObject([{ stats: { bets: HISTORY_PAGE_SIZE * 2 } }])
  })

  it('separate the coins, each from its first bet to its latest', () => {
    const bet = (coin: string, net: bigint) => ({
      coin,
      symbol: coin,
      decimals: 6,
      isDemo: false,
      stake: 10n,
      payout: 10n + net,
      multiplier: 10_000,
    })
    // Latest first, like a history.
    const stats = statsByCoin([bet('USDT', 5n), bet('TRX', -10n), bet('USDT', -10n)])
    expect(stats.map(({ coin, stats }) => [coin.coin, stats.series])).toEqual([
      ['USDT', [0n, -10n, -5n]],
      ['TRX', [0n, -10n]],
    ])
    expect(statsByCoin([])).toEqual([])
  })
})

describe('the session clock', () => {
  it.each([
    [0, '0:00'],
    [7_999, '0:07'],
    [754_000, '12:34'],
    [3_723_000, '1:02:03'],
  ])('shows %i ms as %s', (elapsed, text) => {
    expect(clockText(elapsed)).toBe(text)
  })
})
