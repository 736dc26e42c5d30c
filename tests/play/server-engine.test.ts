// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listBalances } from '#contract/balances.ts'
import {
  cashOut,
  changeSeeds,
  getBetByKey,
  getSeeds,
  listBets,
  listRounds,
  placeBet,
  takeStep,
} from '#contract/play.ts'
import { checkBet } from '#features/play/check-bet.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import type { ServerAccount, ServerAccountOptions } from '#features/play/server-engine/account-state.ts'
import { refreshBalances } from '#features/play/server-engine/account-balances.ts'
import { refresh } from '#features/play/server-engine/account-refresh.ts'
import { until } from './local-engines.ts'
import { createPlayServer, startServerPlay, USDT } from './play-server.ts'

let server: ReturnType<typeof createPlayServer>
let started: ServerAccount[] = []
beforeEach(() => {
  server = createPlayServer()
  sessionStorage.clear()
})
afterEach(() => {
  for (const account of started) account.close()
  started = []
})

async function ready(options: Partial<ServerAccountOptions> = {}) {
  const play = startServerPlay(server, options)
  started.push(play.account)
  await until(play.engine.status, ({ status }) => status === 'ready')
  await until(play.engine.seeds.current, (pair) => pair !== undefined)
  return play
}
const dice = (stake = USDT, key = createIdempotencyKey()) =>
  ({ game: 'dice', params: { side: 'over', target: 5_050 }, stake, key }) as const
const mines = (key = createIdempotencyKey()) =>
  ({ game: 'mines', params: { mines: 3 }, stake: USDT, key }) as const
const amountOf = ({ engine }: Awaited<ReturnType<typeof ready>>) => engine.balance.get()?.amount
const settled = () => new Promise((resolve) => setTimeout(resolve, 10))

describe('a bet with a balance', () => {
  it('is drawn by the server, paid, and reported to listeners', async () => {
    const play = await ready()
    const heard = vi.fn()
    play.engine.history.follow(heard)
    const bet = await play.engine.place(dice())
    expect(bet).toMatchObject({ game: 'dice', coin: 'usdt-tron', symbol: 'USDT', isDemo: false, stake: USDT })
    expect(amountOf(play)).toBe(99n * USDT + bet.payout)
    expect(play.engine.seeds.current.get()?.nonce).toBe(1)
    expect(heard).toHaveBeenCalledWith({ type: 'added', bet })
    expect(await play.engine.history.get(bet.id)).toEqual(bet)
  })

  it('with the same key is the same bet', async () => {
    const play = await ready()
    const order = dice()
    const first = await play.engine.place(order)
    expect(await play.engine.place(order)).toEqual(first)
    expect(server.bets).toHaveLength(1)
  })

  it('is looked up by its key when its answer is lost, and never placed twice', async () => {
    const play = await ready()
    server.next(placeBet, 'unanswered')
    server.next(getBetByKey, 'lost', { refused: 'unavailable' })
    const healths: unknown[] = []
    play.engine.status.subscribe(() => healths.push(play.engine.status.get()))
    const bet = await play.engine.place(dice())
    expect(server.count(placeBet)).toBe(1)
    expect(server.bets.map(({ id }) => id)).toEqual([bet.id])
    expect(amountOf(play)).toBe(99n * USDT + bet.payout)
    expect(healths).toEqual([
      { status: 'ready', health: 'asking' },
      { status: 'ready', health: 'durable' },
    ])
  })

  it('that never arrived is reported as lost and costs nothing', async () => {
    const play = await ready()
    server.next(placeBet, 'lost')
    await expect(play.engine.place(dice())).rejects.toMatchObject({ code: 'bet_lost' })
    expect(server.count(placeBet)).toBe(1)
    expect(server.count(getBetByKey)).toBeGreaterThan(1)
    expect(amountOf(play)).toBe(100n * USDT)
    expect(sessionStorage).toHaveLength(0)
  })

  it('that is still in flight at the lookup is waited for', async () => {
    const play = await ready()
    const order = dice()
    server.next(placeBet, 'lost')
    server.next(getBetByKey, { refused: 'not_found' }, { refused: 'not_found' })
    const placed = play.engine.place(order)
    await vi.waitFor(() => expect(server.count(getBetByKey)).toBeGreaterThan(0), { interval: 1 })
    await server.call(placeBet, {
      body: { idempotencyKey: order.key, game: 'dice', coin: 'usdt-tron', stake: '1', params: order.params },
    })
    expect((await placed).seeds.nonce).toBe(0)
  })

  it('blocks other bets while its answer is looked up', async () => {
    const play = await ready()
    server.next(placeBet, 'unanswered')
    let answer = () => undefined as void
    server.next(getBetByKey, new Promise<void>((resolve) => (answer = resolve)))
    const first = play.engine.place(dice())
    await vi.waitFor(() => expect(server.count(getBetByKey)).toBe(1))
    await expect(play.engine.place(dice())).rejects.toMatchObject({ code: 'outcome_unknown' })
    answer()
    await first
    await play.engine.place(dice())
    expect(server.bets).toHaveLength(2)
  })

  it('whose answer was lost with the page is found after a reload', async () => {
    const play = await ready()
    server.next(placeBet, 'unanswered')
    server.next(getBetByKey, new Promise(() => undefined))
    void play.engine.place(dice()).catch(() => undefined)
    await vi.waitFor(() => expect(server.count(getBetByKey)).toBe(1))
    play.account.close()
    const heard = vi.fn()
    const again = startServerPlay(server)
    started.push(again.account)
    again.engine.history.follow(heard)
    await vi.waitFor(() => expect(heard).toHaveBeenCalled())
    expect(heard.mock.calls[0]).toMatchObject([{ type: 'added', bet: { id: server.bets[0]?.id } }])
    await settled()
    expect(sessionStorage).toHaveLength(0)
  })

  it.each([
    ['stake_too_large', 'stake_too_large'],
    ['payout_too_large', 'bet_too_large'],
    ['insufficient_funds', 'insufficient_balance'],
    ['game_paused', 'game_paused'],
    ['too_soon', 'too_soon'],
    ['break_active', 'break_active'],
    ['limit_reached', 'limit_reached'],
    ['rate_stale', 'rate_stale'],
    ['bad_params', 'bad_params'],
  ] as const)('refused as %s says %s', async (refused, code) => {
    const play = await ready()
    server.next(placeBet, { refused })
    await expect(play.engine.place(dice())).rejects.toMatchObject({ code })
    expect(server.count(getBetByKey)).toBe(0)
  })

  it('is refused offline and not queued', async () => {
    const play = await ready()
    play.connection.set('offline')
    expect(play.engine.status.get()).toEqual({ status: 'ready', health: 'offline' })
    await expect(play.engine.place(dice())).rejects.toMatchObject({ code: 'offline' })
    play.connection.set('online')
    await settled()
    expect(server.count(placeBet)).toBe(0)
  })
})

describe('the balance', () => {
  it('is never replaced by an older answer: it is requested again', async () => {
    const play = await ready()
    let answer = () => undefined as void
    server.next(listBalances, new Promise<void>((resolve) => (answer = resolve)))
    const asked = refreshBalances(play.account)
    await vi.waitFor(() => expect(server.count(listBalances)).toBe(2))
    const bet = await play.engine.place(dice())
    answer()
    await asked
    expect(amountOf(play)).toBe(99n * USDT + bet.payout)
    expect(server.count(listBalances)).toBe(3)
  })

  it('is requested when the answers of two bets arrive in the wrong order', async () => {
    const play = await ready()
    let answer = () => undefined as void
    server.next(placeBet, new Promise<void>((resolve) => (answer = resolve)))
    const first = play.engine.place(dice())
    await vi.waitFor(() => expect(server.bets).toHaveLength(1))
    const second = await play.engine.place(dice())
    const { payout } = server.bets[1] ?? { payout: '0' }
    answer()
    expect((await first).seeds.nonce).toBe(0)
    expect(play.engine.seeds.current.get()?.nonce).toBe(2)
    expect(amountOf(play)).toBe(98n * USDT + second.payout + BigInt(Math.round(Number(payout) * 1e6)))
  })

  it('is marked as old when it cannot be read after a bet, and requested until it is known', async () => {
    const play = await ready()
    const healths: unknown[] = []
    play.engine.status.subscribe(() => {
      const status = play.engine.status.get()
      healths.push(status.status === 'ready' ? status.health : status.status)
    })
    server.next(placeBet, 'unanswered')
    server.next(listBalances, { refused: 'unavailable' }, 'lost', 'unanswered')
    const bet = await play.engine.place(dice())
    // The balance of before the bet is still shown.
    expect(amountOf(play)).toBe(100n * USDT)
    expect(healths.at(-1)).toBe('balance-old')
    await vi.waitFor(() => expect(play.engine.status.get()).toEqual({ status: 'ready', health: 'durable' }))
    expect(amountOf(play)).toBe(99n * USDT + bet.payout)
    expect(healths).toEqual(['asking', 'durable', 'balance-old', 'durable'])
  })

  it('stays marked as old until the server tells it', async () => {
    const play = await ready()
    server.next(placeBet, 'unanswered')
    server.next(listBalances, { refused: 'unavailable' }, { refused: 'conflict' })
    const bet = await play.engine.place(dice())
    await settled()
    expect(server.count(listBalances)).toBe(3)
    expect(play.engine.status.get()).toEqual({ status: 'ready', health: 'balance-old' })
    await refreshBalances(play.account)
    expect(play.engine.status.get()).toEqual({ status: 'ready', health: 'durable' })
    expect(amountOf(play)).toBe(99n * USDT + bet.payout)
  })

  it('is shown as last known, with its limits, while the server is unreachable', async () => {
    const balances = [{ coin: 'usdt-tron', available: '12.5', locked: '0', pending: '0' }]
    const limits = [
      { coin: 'usdt-tron', decimals: 6, minStake: '0.01', maxStake: '1000', maxPayout: '100000' },
    ]
    for (const endpoint of [listBalances, getSeeds]) server.next(endpoint, 'lost')
    const play = startServerPlay(server, { known: { balances, limits } })
    started.push(play.account)
    play.connection.set('offline')
    expect(play.engine.balance.get()).toMatchObject({ amount: 12_500_000n, symbol: 'USDT', decimals: 6 })
    expect(play.engine.limits('usdt-tron').get()).toMatchObject({ minStake: 10_000n })
    await settled()
    play.connection.set('online')
    await vi.waitFor(() => expect(play.engine.balance.get()?.amount).toBe(100n * USDT))
  })

  it('reports each change to listeners, and is zero for a coin that the player does not hold', async () => {
    const onBalance = vi.fn()
    const play = await ready({ onBalance })
    const bet = await play.engine.place(dice())
    expect(onBalance).toHaveBeenCalledWith('usdt-tron', `${Number(99n * USDT + bet.payout) / 1e6}`)
    expect(play.engine.limits('btc-bitcoin').get()).toBeUndefined()
  })
})

describe('seeds', () => {
  it('start with a client seed of this device and the shown commitment', async () => {
    const random = (bytes: Uint8Array<ArrayBuffer>) => bytes.fill(7)
    const play = await ready({ random })
    expect(server.count(changeSeeds)).toBe(1)
    expect(play.engine.seeds.current.get()).toMatchObject({ nonce: 0 })
    expect(play.engine.seeds.current.get()?.clientSeed).not.toBe('')
    await ready()
    expect(server.count(changeSeeds)).toBe(1)
  })

  it('rotate to the committed pair, and every earlier bet can be checked', async () => {
    const play = await ready()
    const bet = await play.engine.place(dice())
    const before = play.engine.seeds.current.get()
    const { current, revealed } = await play.engine.seeds.rotate()
    expect(current).toMatchObject({
      serverSeedHash: before?.nextServerSeedHash,
      clientSeed: before?.clientSeed,
      nonce: 0,
    })
    expect(revealed).toMatchObject({ serverSeedHash: before?.serverSeedHash, betCount: 1 })
    const seeds = { ...bet.seeds, serverSeed: revealed?.serverSeed ?? '' }
    expect(checkBet({ ...bet, seeds })?.isVerified).toBe(true)
    expect(await play.engine.seeds.past()).toMatchObject({ pairs: [revealed], next: undefined })
  })

  it('are known even when the answer to the rotation is lost', async () => {
    const play = await ready()
    const before = play.engine.seeds.current.get()
    server.next(changeSeeds, 'unanswered')
    const { current, revealed } = await play.engine.seeds.setClientSeed('mine')
    expect(current).toMatchObject({ serverSeedHash: before?.nextServerSeedHash, clientSeed: 'mine' })
    expect(revealed?.serverSeedHash).toBe(before?.serverSeedHash)
    expect(server.count(changeSeeds)).toBe(2)
  })

  it('are refused with an outdated commitment, and the new one is shown', async () => {
    const play = await ready()
    await server.call(changeSeeds, {
      body: {
        clientSeed: 'elsewhere',
        nextServerSeedHash: play.engine.seeds.current.get()?.nextServerSeedHash ?? '',
      },
    })
    await expect(play.engine.seeds.rotate()).rejects.toMatchObject({ code: 'seed_commitment_wrong' })
    expect(play.engine.seeds.current.get()?.clientSeed).toBe('elsewhere')
    await expect(play.engine.seeds.setClientSeed('')).rejects.toMatchObject({ code: 'bad_client_seed' })
  })
})

describe('a round with a balance', () => {
  it('continues step by step without its secrets', async () => {
    const play = await ready()
    const round = await play.engine.place(mines())
    expect(round).toMatchObject({ opened: [], payout: undefined })
    expect(round).not.toHaveProperty('outcome')
    expect(amountOf(play)).toBe(99n * USDT)
    const state = await play.engine.act(round.id, { type: 'reveal', tile: 0 }, createIdempotencyKey())
    if (state.status === 'settled') throw new Error('The tile must hold a gem for this test')
    expect(play.engine.openRounds.get()).toEqual([state.round])
    await expect(play.engine.seeds.rotate()).rejects.toMatchObject({ code: 'round_open' })
    const bet = await play.engine.cashOut(round.id, createIdempotencyKey())
    expect(bet).toMatchObject({ id: round.id, opened: [0], payout: state.round.payout })
    expect(play.engine.openRounds.get()).toEqual([])
    expect(amountOf(play)).toBe(99n * USDT + bet.payout)
  })

  it('takes a step once, however often its answer is lost', async () => {
    const play = await ready()
    const round = await play.engine.place(mines())
    server.next(takeStep, 'unanswered', 'lost', 'unanswered')
    const state = await play.engine.act(round.id, { type: 'reveal', tile: 0 }, createIdempotencyKey())
    expect(server.count(takeStep)).toBe(4)
    expect(state).toMatchObject({ round: { opened: [0] } })
    server.next(cashOut, 'unanswered')
    expect(await play.engine.cashOut(round.id, createIdempotencyKey())).toMatchObject({ opened: [0] })
  })

  it('appears when it begins on another device, and disappears when it ends there', async () => {
    const play = await ready()
    server.elsewhere.place({
      idempotencyKey: createIdempotencyKey(),
      game: 'mines',
      coin: 'usdt-tron',
      stake: '1',
      params: { mines: 3 },
    })
    await refresh(play.account)
    const [round] = play.engine.openRounds.get()
    expect(round).toMatchObject({ game: 'mines', opened: [], stake: USDT })
    const id = round?.id ?? ''
    server.elsewhere.step(id, { type: 'reveal', tile: 0 })
    server.elsewhere.step(id, null)
    await expect(
      play.engine.act(id, { type: 'reveal', tile: 1 }, createIdempotencyKey()),
    ).rejects.toMatchObject({ code: 'round_settled' })
    expect(play.engine.openRounds.get()).toEqual([])
    // The balance here includes the payout there.
    const [over] = server.bets
    expect(amountOf(play)).toBe(99n * USDT + BigInt(Math.round(Number(over?.payout) * 1e6)))
  })

  it('does not come back through an answer that was requested before it ended', async () => {
    const play = await ready()
    const round = await play.engine.place(mines())
    await play.engine.act(round.id, { type: 'reveal', tile: 0 }, createIdempotencyKey())
    let answer = () => undefined as void
    server.next(listRounds, new Promise<void>((resolve) => (answer = resolve)))
    const asked = refresh(play.account)
    await vi.waitFor(() => expect(server.count(listRounds)).toBe(2))
    await play.engine.cashOut(round.id, createIdempotencyKey())
    answer()
    await asked
    expect(play.engine.openRounds.get()).toEqual([])
  })
})

describe('the history', () => {
  it('is read in pages of one coin, and exported as a whole', async () => {
    const play = await ready()
    for (let count = 0; count < 35; count += 1) await play.engine.place(dice())
    const first = await play.engine.history.page({})
    expect(first.bets).toHaveLength(30)
    const second = await play.engine.history.page({}, first.next)
    expect(second.bets).toHaveLength(5)
    expect(second.next).toBeUndefined()
    const won = await play.engine.history.page({ result: 'won' })
    expect(won.bets.every(({ payout, stake }) => payout > stake)).toBe(true)
    const file = await play.engine.history.export({}, 'json')
    const exported = JSON.parse(await file.text()) as { coin: string; nonce: number }[]
    expect(exported.map(({ nonce }) => nonce)).toEqual(Array.from({ length: 35 }, (_, at) => 34 - at))
    expect(exported[0]?.coin).toBe('usdt-tron')
  })

  it('does not know bets of the demonstration, and sends no request for them', async () => {
    const play = await ready()
    expect(await play.engine.history.get('abcdef')).toBeUndefined()
    expect(await play.engine.history.get('999')).toBeUndefined()
    server.next(listBets, 'lost')
    await expect(play.engine.history.page({})).rejects.toMatchObject({ code: 'not_answered' })
  })
})
