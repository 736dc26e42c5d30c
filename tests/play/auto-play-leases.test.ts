import { describe, expect, it, vi } from 'vitest'
import type { ApiClient } from '#api/api-client.ts'
import { ApiError } from '#api/api-error.ts'
import { startAutoPlay, stopAutoPlay, type AutoPlay } from '#contract/play.ts'
import type { AutoPlayBounds } from '#features/play/play-engine.ts'
import { startServerAutoPlay } from '#features/play/server-engine/server-auto-plays.ts'
import { COIN, evenDice, minesBet, readyEngine } from './local-engines.ts'

const BOUNDS: AutoPlayBounds = {
  game: 'dice',
  key: 'auto-play-1',
  count: undefined,
  highestStake: 10n * COIN,
  stopOnLoss: undefined,
  stopOnProfit: undefined,
  stopOnWin: undefined,
}

describe('auto-play leased by the demonstration', () => {
  const begun = async (bounds: Partial<AutoPlayBounds> = {}) => {
    const engine = await readyEngine()
    const lease = await engine.startAutoPlay?.({ ...BOUNDS, ...bounds })
    if (!lease) throw new Error('There is no lease')
    return { engine, lease }
  }

  it('accepts its bets in order, each once', async () => {
    const { engine, lease } = await begun({ count: 2 })
    const first = lease.next()
    await engine.place({ ...evenDice(), autoPlay: first })
    await expect(engine.place({ ...evenDice(), autoPlay: first })).rejects.toMatchObject({
      code: 'auto_play_step_taken',
    })
    const order = { ...evenDice(), autoPlay: lease.next() }
    const bet = await engine.place(order)
    // Repeating a bet returns the same answer and takes no further step.
    expect(await engine.place(order)).toEqual(bet)
    await expect(engine.place({ ...evenDice(), autoPlay: lease.next() })).rejects.toMatchObject({
      code: 'auto_play_ended',
    })
    expect(await lease.stop()).toBe('count')
    expect(engine.seeds.current.get()?.nonce).toBe(2)
  })

  it('ends before a bet above its highest stake, as with a balance', async () => {
    const { engine, lease } = await begun({ highestStake: COIN })
    const order = { ...evenDice(COIN + 1n), autoPlay: lease.next() }
    await expect(engine.place(order)).rejects.toMatchObject({ code: 'auto_play_ended' })
    expect(await lease.stop()).toBe('stake-cap')
    expect(engine.seeds.current.get()?.nonce).toBe(0)
  })

  it('ends before a bet that could exceed the loss stop', async () => {
    const { engine, lease } = await begun({ stopOnLoss: COIN })
    // Nearly every such bet loses.
    const bet = await engine.place({
      ...evenDice(),
      params: { side: 'over', target: 9_999 },
      autoPlay: lease.next(),
    })
    if (bet.payout === 0n) {
      await expect(engine.place({ ...evenDice(), autoPlay: lease.next() })).rejects.toMatchObject({
        code: 'auto_play_ended',
      })
      expect(await lease.stop()).toBe('loss')
    }
  })

  it('allows one lease at a time, and refuses bets after it was stopped', async () => {
    const { engine, lease } = await begun()
    await expect(engine.startAutoPlay?.({ ...BOUNDS, key: 'auto-play-2' })).rejects.toMatchObject({
      code: 'auto_play_open',
    })
    expect(await lease.stop()).toBe('stopped')
    await expect(engine.place({ ...evenDice(), autoPlay: lease.next() })).rejects.toMatchObject({
      code: 'auto_play_ended',
    })
    const next = await engine.startAutoPlay?.({ ...BOUNDS, key: 'auto-play-2' })
    expect(next?.next()).toEqual({ id: 'auto-play-2', step: 1 })
    expect(engine.seeds.current.get()?.nonce).toBe(0)
  })

  it('counts a round once it is over', async () => {
    const { engine, lease } = await begun({ game: 'mines', stopOnProfit: 1n })
    const round = await engine.place({ ...minesBet(1), autoPlay: lease.next() })
    const state = await engine.act(round.id, { type: 'reveal', tile: 0 }, 'step-1')
    if (state.status === 'open') await engine.cashOut(round.id, 'step-2')
    expect(await lease.stop()).toBe(state.status === 'open' ? 'profit' : 'stopped')
  })
})

describe('auto-play leased by the server', () => {
  const answer = (ended: AutoPlay['ended'] = null): AutoPlay => ({
    id: '7',
    game: 'dice',
    coin: 'usdt-tron',
    count: null,
    done: 0,
    net: '0',
    ended,
    lapsesAt: '2026-11-25T00:05:00.000Z',
  })
  const lost = new ApiError('timeout', 'No answer')
  const asked = (...answers: readonly (AutoPlay | Error)[]) => {
    const left = [...answers]
    const call = vi.fn(async (_endpoint: unknown, _options: unknown) => {
      const next = left.shift()
      if (next === undefined || next instanceof Error) throw next ?? new Error('One call too many')
      return next
    })
    return { call, client: call as unknown as ApiClient['call'] }
  }
  const USDT = { coin: 'usdt-tron', decimals: 6 }

  it('sends its limits in whole coins, and numbers the bets', async () => {
    const { call, client } = asked(answer(), answer('stopped'))
    const lease = await startServerAutoPlay(client, USDT, { ...BOUNDS, count: 5, stopOnLoss: 2_500_000n })
    expect(call).toHaveBeenCalledWith(startAutoPlay, {
      body: {
        idempotencyKey: 'auto-play-1',
        game: 'dice',
        coin: 'usdt-tron',
        count: 5,
        highestStake: '10',
        stopOnLoss: '2.5',
        stopOnProfit: null,
        stopOnSingleWin: null,
      },
    })
    expect([lease.next(), lease.next()]).toEqual([
      { id: '7', step: 1 },
      { id: '7', step: 2 },
    ])
    expect(await lease.stop()).toBe('stopped')
    expect(call).toHaveBeenLastCalledWith(stopAutoPlay, { params: { id: '7' } })
  })

  it('repeats the request with the same key after a lost answer, and returns the server’s reason', async () => {
    vi.useFakeTimers()
    try {
      const { call, client } = asked(lost, answer(), lost, answer('loss'))
      const starting = startServerAutoPlay(client, USDT, BOUNDS)
      // The timers of others in this process would never end.
      await vi.advanceTimersByTimeAsync(1_000)
      const lease = await starting
      expect(call.mock.calls[1]).toEqual(call.mock.calls[0])
      const stopping = lease.stop()
      await vi.advanceTimersByTimeAsync(1_000)
      expect(await stopping).toBe('loss')
    } finally {
      vi.useRealTimers()
    }
  })

  it('fails when the server refuses it, or when it is over before it begins', async () => {
    const refused = new ApiError('http', 'Another one', { status: 409, code: 'auto_play_open' })
    await expect(startServerAutoPlay(asked(refused).client, USDT, BOUNDS)).rejects.toBe(refused)
    await expect(startServerAutoPlay(asked(answer('lapsed')).client, USDT, BOUNDS)).rejects.toMatchObject({
      code: 'auto_play_ended',
    })
  })
})
