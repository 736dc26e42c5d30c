import { describe, expect, it, vi } from 'vitest'
import { diceMultiplier, diceOutcome } from '#rules/dice/dice.ts'
import { giftWheelMultiplier, giftWheelOutcome } from '#rules/gift-wheel/gift-wheel.ts'
import { limboMultiplier, limboOutcome } from '#rules/limbo/limbo.ts'
import { minesMultiplier, minesOutcome } from '#rules/mines/mines.ts'
import { hiloCardName, hiloMultiplier, hiloOutcome } from '#rules/hilo/hilo.ts'
import { payoutOf } from '#fair/multiplier.ts'
import { kenoMultiplier, kenoOutcome } from '#rules/keno/keno.ts'
import { plinkoMultiplier, plinkoOutcome } from '#rules/plinko/plinko.ts'
import { wheelMultiplier, wheelOutcome } from '#rules/wheel/wheel.ts'
import { pondReelsMultiplier, pondReelsOutcome } from '#rules/pond-reels/pond-reels.ts'
import { hashServerSeed } from '#fair/seeds.ts'
import { createStream } from '#fair/stream.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import {
  COIN,
  evenDice,
  freshName,
  hiddenTiles,
  INSTANT_BETS,
  minesBet,
  readyEngine,
  startEngine,
  storedAccount,
  until,
} from './local-engines.ts'
import { seededBets } from './seeded-bets.ts'

function recompute(bet: SettledBet): { outcome: unknown; multiplier: number } {
  const { serverSeed, clientSeed, nonce } = bet.seeds
  if (serverSeed === null) throw new Error('The server seed is not revealed')
  const stream = createStream({ serverSeed, clientSeed, nonce })
  switch (bet.game) {
    case 'dice': {
      const outcome = diceOutcome(stream)
      return { outcome, multiplier: diceMultiplier(bet.params, outcome) }
    }
    case 'limbo': {
      const outcome = limboOutcome(stream)
      return { outcome, multiplier: limboMultiplier(bet.params, outcome) }
    }
    case 'plinko': {
      const outcome = plinkoOutcome(stream, bet.params.rows)
      return { outcome, multiplier: plinkoMultiplier(bet.params, outcome) }
    }
    case 'keno': {
      const outcome = kenoOutcome(stream)
      return { outcome, multiplier: kenoMultiplier(bet.params, outcome) }
    }
    case 'wheel': {
      const outcome = wheelOutcome(stream, bet.params.segments)
      return { outcome, multiplier: wheelMultiplier(bet.params, outcome) }
    }
    case 'pond-reels': {
      const outcome = pondReelsOutcome(stream)
      return { outcome, multiplier: pondReelsMultiplier(outcome) }
    }
    case 'gift-wheel': {
      const outcome = giftWheelOutcome(stream)
      return { outcome, multiplier: giftWheelMultiplier(outcome) }
    }
    case 'mines': {
      const outcome = minesOutcome(stream)
      const isHit = bet.opened.some((tile) => outcome.slice(0, bet.params.mines).includes(tile))
      return { outcome, multiplier: isHit ? 0 : minesMultiplier(bet.params, bet.opened.length) }
    }
    case 'hilo': {
      const cards = hiloOutcome(stream, bet.moves.length + 1, bet.params)
      return { outcome: cards.map(hiloCardName), multiplier: hiloMultiplier(cards, bet.moves) }
    }
  }
}

describe('a bet', () => {
  it('starts from 1,000 demonstration coins and an unused committed pair of seeds', async () => {
    const engine = await readyEngine()
    expect(engine.balance.get()).toEqual({
      amount: 1_000n * COIN,
      coin: 'demo',
      symbol: 'DEMO',
      decimals: 6,
      isDemo: true,
    })
    expect(engine.seeds.current.get()).toMatchObject({ nonce: 0 })
    expect(engine.seeds.current.get()?.serverSeedHash).toMatch(/^[0-9a-f]{64}$/)
    expect(engine.status.get()).toEqual({ status: 'ready', health: 'durable' })
  })

  it('moves the balance by stake and payout, and uses the next nonce', async () => {
    const engine = await readyEngine()
    const first = await engine.place(evenDice(5n * COIN))
    const second = await engine.place(evenDice(2n * COIN))
    expect([first.seeds.nonce, second.seeds.nonce]).toEqual([0, 1])
    expect(engine.seeds.current.get()?.nonce).toBe(2)
    expect(engine.balance.get()?.amount).toBe(993n * COIN + first.payout + second.payout)
    expect(first.payout).toBe(payoutOf(first.stake, first.multiplier))
  })

  it('is stored before it is answered', async () => {
    const name = freshName()
    const engine = await readyEngine(name)
    const bet = await engine.place(evenDice())
    const reopened = await readyEngine(name)
    expect(reopened.balance.get()).toEqual(engine.balance.get())
    expect(reopened.seeds.current.get()).toEqual(engine.seeds.current.get())
    expect(await reopened.history.get(bet.id)).toEqual(bet)
  })

  it('is stored before it is answered, even if the page closes a moment later', async () => {
    const name = freshName()
    const engine = await readyEngine(name)
    const bet = await engine.place(evenDice())
    engine.close()
    expect(await (await readyEngine(name)).history.get(bet.id)).toEqual(bet)
  })

  it('never reuses a nonce, even when two tabs bet at once', async () => {
    const name = freshName()
    const [one, two] = [startEngine(name), startEngine(name)]
    const bets = await Promise.all(
      Array.from({ length: 200 }, (_, index) => (index % 2 ? one : two).place(evenDice(COIN / 10n))),
    )
    const nonces = bets.map((bet) => bet.seeds.nonce)
    expect(new Set(nonces)).toEqual(new Set(Array.from({ length: 200 }, (_, nonce) => nonce)))
    const paid = bets.reduce((sum, bet) => sum + bet.payout, 0n)
    expect((await storedAccount(name)).balance).toBe(980n * COIN + paid)
  })

  it('is placed once per key, in one tab or in two', async () => {
    const name = freshName()
    const [one, two] = [await readyEngine(name), await readyEngine(name)]
    const request = evenDice()
    const answers = await Promise.all([one.place(request), two.place(request), one.place(request)])
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect((await storedAccount(name)).nonce).toBe(1)
    await expect(one.place({ ...request, stake: 2n * COIN })).rejects.toMatchObject({ code: 'key_reused' })
    await expect(one.place(minesBet(3, COIN, request.key))).rejects.toMatchObject({ code: 'key_reused' })
  })

  it.each([
    ['insufficient_balance', () => evenDice(1_001n * COIN)],
    ['bet_too_small', () => evenDice(COIN / 100n - 1n)],
    ['bet_too_small', () => evenDice(-COIN)],
    ['stake_too_large', () => evenDice(10_001n * COIN)],
    ['bet_too_large', () => ({ ...INSTANT_BETS.limbo(), params: { target: 1_600_000 }, stake: 63n * COIN })],
    ['bad_params', () => ({ ...evenDice(), params: { side: 'over' as const, target: 12.5 } })],
    ['bad_params', () => ({ ...INSTANT_BETS.limbo(), params: { target: 100 } })],
    ['bad_params', () => minesBet(25)],
  ] as const)('is refused as %s and changes nothing', async (code, request) => {
    const name = freshName()
    const engine = await readyEngine(name)
    await expect(engine.place(request())).rejects.toMatchObject({ name: 'PlayError', code })
    expect(await storedAccount(name)).toMatchObject({ balance: 1_000n * COIN, nonce: 0 })
    expect((await engine.history.page({})).bets).toEqual([])
  })

  it('leaves no trace when the page is killed while it is written', async () => {
    const name = freshName()
    const engine = await readyEngine(name)
    await engine.place(evenDice())
    const before = await storedAccount(name)
    vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(function (this: IDBTransaction) {
      this.abort()
    })
    const lost = evenDice(10n * COIN)
    await engine.place(lost)
    // This page continues in memory. The next page finds the state before the bet.
    await until(engine.status, (status) => status.status === 'ready' && status.health === 'memory')
    vi.restoreAllMocks()
    const next = await readyEngine(name)
    expect(await storedAccount(name)).toEqual(before)
    expect(await next.history.get(lost.key)).toBeUndefined()
  })
})

describe('seeds', () => {
  it('are revealed as committed, and every bet follows from them', async () => {
    const name = freshName()
    const engine = await readyEngine(name)
    for (const makeBet of Object.values(INSTANT_BETS)) await engine.place(makeBet())
    const round = await engine.place(minesBet())
    const { gems, mines } = await hiddenTiles(name)
    await engine.act(round.id, { type: 'reveal', tile: gems[0] ?? 0 }, createIdempotencyKey())
    await engine.act(round.id, { type: 'reveal', tile: mines[0] ?? 0 }, createIdempotencyKey())

    const made = Object.keys(INSTANT_BETS).length + 1
    const before = engine.seeds.current.get()
    const unrevealed = await engine.history.page({})
    expect(seededBets(unrevealed.bets).map(({ seeds }) => seeds.serverSeed)).toEqual(
      Array.from({ length: made }, () => null),
    )
    const { revealed, current } = await engine.seeds.rotate()
    expect(hashServerSeed(revealed?.serverSeed ?? '')).toBe(before?.serverSeedHash)
    expect(revealed).toMatchObject({ betCount: made, clientSeed: before?.clientSeed })
    expect(current).toMatchObject({ serverSeedHash: before?.nextServerSeedHash, nonce: 0 })
    expect(current.nextServerSeedHash).not.toBe(before?.nextServerSeedHash)
    expect(current).toEqual(engine.seeds.current.get())

    const { bets } = await engine.history.page({})
    expect(bets.map(({ game }) => game)).toEqual(['mines', ...Object.keys(INSTANT_BETS).reverse()])
    for (const bet of seededBets(bets)) {
      const { outcome, multiplier } = recompute(bet)
      expect(bet).toMatchObject({ outcome, multiplier, payout: payoutOf(bet.stake, multiplier) })
    }
  })

  it("accept the player's client seed without a rotation before the first bet", async () => {
    const engine = await readyEngine()
    const before = engine.seeds.current.get()
    const change = await engine.seeds.setClientSeed('锦鲤: good luck')
    expect(change).toEqual({ current: { ...before, clientSeed: '锦鲤: good luck' }, revealed: undefined })
    const bet = await engine.place(evenDice())
    expect(bet.seeds).toMatchObject({ clientSeed: '锦鲤: good luck', nonce: 0 })
  })

  it('are rotated to the committed pair when the client seed changes after a bet', async () => {
    const engine = await readyEngine()
    await engine.place(evenDice())
    const before = engine.seeds.current.get()
    const { current, revealed } = await engine.seeds.setClientSeed('mine')
    expect(current).toMatchObject({
      clientSeed: 'mine',
      serverSeedHash: before?.nextServerSeedHash,
      nonce: 0,
    })
    expect(revealed).toMatchObject({ serverSeedHash: before?.serverSeedHash, betCount: 1 })
  })

  it.each(['', 'x'.repeat(65), 'a\nb'])('refuse %j as a client seed', async (clientSeed) => {
    const engine = await readyEngine()
    await expect(engine.seeds.setClientSeed(clientSeed)).rejects.toMatchObject({ code: 'bad_client_seed' })
  })

  it('of the past are listed latest first, in pages', async () => {
    const engine = await readyEngine()
    const hashes: (string | undefined)[] = []
    for (let index = 0; index < 25; index += 1) {
      const { revealed } = await engine.seeds.rotate()
      hashes.unshift(revealed?.serverSeedHash)
    }
    const first = await engine.seeds.past()
    const second = await engine.seeds.past(first.next)
    expect([...first.pairs, ...second.pairs].map(({ serverSeedHash }) => serverSeedHash)).toEqual(hashes)
    expect(second.next).toBeUndefined()
  })
})

describe('a round of Mines', () => {
  it('takes the stake at once and pays the gems found', async () => {
    const name = freshName()
    const engine = await readyEngine(name)
    const round = await engine.place(minesBet(3, 10n * COIN))
    expect(engine.balance.get()?.amount).toBe(990n * COIN)
    expect(round).toMatchObject({ opened: [], multiplier: undefined, payout: undefined })
    await expect(engine.cashOut(round.id, createIdempotencyKey())).rejects.toMatchObject({
      code: 'bad_action',
    })
    const { gems } = await hiddenTiles(name)
    const [first = 0, second = 0] = gems
    const opened = await engine.act(round.id, { type: 'reveal', tile: first }, createIdempotencyKey())
    expect(opened).toMatchObject({
      status: 'open',
      round: {
        opened: [first],
        multiplier: minesMultiplier({ mines: 3 }, 1),
        payout: payoutOf(10n * COIN, minesMultiplier({ mines: 3 }, 1)),
      },
    })
    await engine.act(round.id, { type: 'reveal', tile: second }, createIdempotencyKey())
    const bet = await engine.cashOut(round.id, createIdempotencyKey())
    expect(bet).toMatchObject({ opened: [first, second], multiplier: minesMultiplier({ mines: 3 }, 2) })
    expect(engine.balance.get()?.amount).toBe(990n * COIN + bet.payout)
    expect(engine.openRounds.get()).toEqual([])
    await expect(engine.cashOut(round.id, createIdempotencyKey())).rejects.toMatchObject({
      code: 'round_settled',
    })
    await expect(engine.cashOut('no such round', createIdempotencyKey())).rejects.toMatchObject({
      code: 'round_not_found',
    })
  })

  it('is lost with the first mine', async () => {
    const name = freshName()
    const engine = await readyEngine(name)
    const round = await engine.place(minesBet())
    const { mines } = await hiddenTiles(name)
    const tile = mines[1] ?? 0
    const state = await engine.act(round.id, { type: 'reveal', tile }, createIdempotencyKey())
    expect(state).toMatchObject({ status: 'settled', bet: { multiplier: 0, payout: 0n, opened: [tile] } })
    expect(engine.balance.get()?.amount).toBe(999n * COIN)
  })

  it('is cashed out with the last gem', async () => {
    const name = freshName()
    const engine = await readyEngine(name)
    const round = await engine.place(minesBet(23))
    const { gems } = await hiddenTiles(name)
    await engine.act(round.id, { type: 'reveal', tile: gems[0] ?? 0 }, createIdempotencyKey())
    const state = await engine.act(round.id, { type: 'reveal', tile: gems[1] ?? 0 }, createIdempotencyKey())
    expect(state).toMatchObject({ status: 'settled', bet: { multiplier: minesMultiplier({ mines: 23 }, 2) } })
  })

  it('refuses a step that could pay too much, and stays open until the cash-out', async () => {
    const name = freshName()
    const engine = await readyEngine(name)
    const { maxPayout = 0n } = engine.limits('demo').get() ?? {}
    const round = await engine.place(minesBet(12, 100n * COIN))
    const { gems } = await hiddenTiles(name)
    const worth = (found: number) => payoutOf(100n * COIN, minesMultiplier({ mines: 12 }, found))
    const most = gems.findIndex((_, index) => worth(index + 1) > maxPayout)
    expect(most).toBeGreaterThan(0)
    for (const tile of gems.slice(0, most)) {
      await engine.act(round.id, { type: 'reveal', tile }, createIdempotencyKey())
    }
    await expect(
      engine.act(round.id, { type: 'reveal', tile: gems[most] ?? 0 }, createIdempotencyKey()),
    ).rejects.toMatchObject({ code: 'payout_too_large' })
    expect(engine.openRounds.get()).toHaveLength(1)
    const bet = await engine.cashOut(round.id, createIdempotencyKey())
    expect(bet).toMatchObject({ payout: worth(most) })
  })

  it('survives a reload and shows no secret', async () => {
    const name = freshName()
    const engine = await readyEngine(name)
    const placed = await engine.place(minesBet())
    const { gems } = await hiddenTiles(name)
    await engine.act(placed.id, { type: 'reveal', tile: gems[4] ?? 0 }, createIdempotencyKey())
    const reloaded = await readyEngine(name)
    const [round] = reloaded.openRounds.get()
    expect(round).toEqual(engine.openRounds.get()[0])
    expect(round).toMatchObject({ id: placed.id, opened: [gems[4]], seeds: { serverSeed: null } })
    expect(Object.keys(round ?? {})).not.toContain('outcome')
    expect((await reloaded.cashOut(placed.id, createIdempotencyKey())).payout).toBe(round?.payout)
  })

  it('blocks a second round and the rotation of seeds, but no other game', async () => {
    const engine = await readyEngine()
    await engine.place(minesBet())
    const blocked = { code: 'round_open' }
    await expect(engine.place(minesBet())).rejects.toMatchObject(blocked)
    await expect(engine.seeds.rotate()).rejects.toMatchObject(blocked)
    await expect(engine.seeds.setClientSeed('mine')).rejects.toMatchObject(blocked)
    expect((await engine.place(evenDice())).seeds.nonce).toBe(1)
  })

  it('refuses a tile that is open or off the board', async () => {
    const name = freshName()
    const engine = await readyEngine(name)
    const { id } = await engine.place(minesBet())
    const [tile = 0] = (await hiddenTiles(name)).gems
    await engine.act(id, { type: 'reveal', tile }, createIdempotencyKey())
    for (const wrong of [tile, -1, 25, 0.5]) {
      const step = engine.act(id, { type: 'reveal', tile: wrong }, createIdempotencyKey())
      await expect(step).rejects.toMatchObject({ code: 'bad_action' })
    }
    expect(engine.openRounds.get()[0]).toMatchObject({ opened: [tile] })
  })

  it('answers a repeated step as before, during the round and after it', async () => {
    const name = freshName()
    const engine = await readyEngine(name)
    const request = minesBet()
    const placed = await engine.place(request)
    const { gems } = await hiddenTiles(name)
    const [first = 0, second = 0] = gems
    const keys = [createIdempotencyKey(), createIdempotencyKey(), createIdempotencyKey()] as const
    const play = async () => [
      await engine.place(request),
      await engine.act(placed.id, { type: 'reveal', tile: first }, keys[0]),
      await engine.act(placed.id, { type: 'reveal', tile: second }, keys[1]),
    ]
    const once = await play()
    expect(await play()).toEqual(once)
    const other = engine.act(placed.id, { type: 'reveal', tile: second }, keys[0])
    await expect(other).rejects.toMatchObject({ code: 'key_reused' })
    const bet = await engine.cashOut(placed.id, keys[2])
    const balance = engine.balance.get()
    expect(await play()).toEqual(once)
    expect(await engine.cashOut(placed.id, keys[2])).toEqual(bet)
    expect(engine.balance.get()).toEqual(balance)
    expect((await storedAccount(name)).nonce).toBe(1)
  })

  it('pays once, however many tabs cash it out', async () => {
    const name = freshName()
    const [one, two] = [await readyEngine(name), await readyEngine(name)]
    const { id } = await one.place(minesBet())
    const [tile = 0] = (await hiddenTiles(name)).gems
    await one.act(id, { type: 'reveal', tile }, createIdempotencyKey())
    const ended = await Promise.allSettled([
      one.cashOut(id, createIdempotencyKey()),
      two.cashOut(id, createIdempotencyKey()),
    ])
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const paid = minesMultiplier({ mines: 3 }, 1)
    expect((await storedAccount(name)).balance).toBe(999n * COIN + payoutOf(COIN, paid))
  })
})

describe('the demonstration balance', () => {
  it('is refilled, and never reduced', async () => {
    const engine = await readyEngine()
    const lost = await engine.place({
      ...INSTANT_BETS.limbo(),
      params: { target: 1_000_000 },
      stake: 99n * COIN,
    })
    const refilled = await engine.demo.refill()
    expect(refilled.amount).toBe(lost.payout > 0n ? 901n * COIN + lost.payout : 1_000n * COIN)
    expect(engine.balance.get()).toEqual(refilled)
    const won = await engine.place({ ...evenDice(COIN), params: { side: 'under', target: 9_801 } })
    const after = 999n * COIN + won.payout
    expect((await engine.demo.refill()).amount).toBe(after > 1_000n * COIN ? after : 1_000n * COIN)
  })
})
