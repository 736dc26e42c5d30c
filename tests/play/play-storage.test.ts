import { describe, expect, it, vi } from 'vitest'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import type { AccountRecord } from '#features/play/demo-engine/account-record.ts'
import { createPlayDatabase } from '#features/play/demo-engine/play-database.ts'
import {
  COIN,
  evenDice,
  freshName,
  minesBet,
  readyEngine,
  startEngine,
  storedAccount,
  until,
  withDatabase,
} from './local-engines.ts'
import { seededBets } from './seeded-bets.ts'

function abortIt(this: IDBTransaction): void {
  this.abort()
}

describe('without storage', () => {
  it.each([
    ['missing', undefined],
    [
      'blocked',
      {
        open() {
          throw new DOMException('blocked', 'SecurityError')
        },
      },
    ],
  ])('play continues in memory when IndexedDB is %s', async (_, indexedDB) => {
    vi.stubGlobal('indexedDB', indexedDB)
    const engine = await readyEngine()
    expect(engine.status.get()).toEqual({ status: 'ready', health: 'memory' })
    const request = evenDice()
    const bet = await engine.place(request)
    expect(await engine.place(request)).toEqual(bet)
    expect(engine.balance.get()?.amount).toBe(999n * COIN + bet.payout)
    const { revealed } = await engine.seeds.rotate()
    expect((await engine.history.page({ game: 'dice' })).bets).toEqual([
      { ...bet, seeds: { ...bet.seeds, serverSeed: revealed?.serverSeed } },
    ])
    expect((await engine.seeds.past()).pairs).toEqual([revealed])
    await engine.demo.clearHistory()
    expect((await engine.history.page({})).bets).toEqual([])
  })

  it('play does not wait for a database that never answers', async () => {
    vi.useFakeTimers()
    try {
      vi.stubGlobal('indexedDB', {
        open: () =>
          Object.assign(Object.create(IDBOpenDBRequest.prototype) as object, { addEventListener() {} }),
      })
      const engine = startEngine()
      await vi.advanceTimersByTimeAsync(3_000)
      expect(engine.status.get()).toEqual({ status: 'ready', health: 'memory' })
    } finally {
      vi.useRealTimers()
    }
  })

  it('balance and open round survive when storage fails later, and new seeds are used', async () => {
    const name = freshName()
    const engine = await readyEngine(name)
    const bet = await engine.place(evenDice())
    const round = await engine.place(minesBet())
    const before = engine.seeds.current.get()
    expect((await engine.history.page({})).bets).toHaveLength(1)
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const shown = await engine.place(evenDice())
    await until(engine.status, (status) => status.status === 'ready' && status.health === 'memory')
    expect((await engine.history.page({})).bets.map(({ id }) => id)).toEqual([shown.id])
    const next = await engine.place(evenDice())
    expect(next.seeds.serverSeedHash).not.toBe(before?.serverSeedHash)
    expect(engine.balance.get()?.amount).toBe(996n * COIN + bet.payout + shown.payout + next.payout)
    expect(engine.openRounds.get()[0]?.id).toBe(round.id)
  })

  it('a failed write leaves the stored data consistent, and play continues in memory', async () => {
    const name = freshName()
    const engine = await readyEngine(name)
    await engine.place(evenDice())
    expect((await engine.history.page({})).bets).toHaveLength(1)
    const commit = vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(abortIt)
    const shown = await Promise.all([evenDice(), evenDice(), evenDice()].map((bet) => engine.place(bet)))
    await until(engine.status, (status) => status.status === 'ready' && status.health === 'memory')
    commit.mockRestore()
    const ids = shown.map(({ id }) => id).reverse()
    expect((await engine.history.page({})).bets.map(({ id }) => id)).toEqual(ids)
    const played = shown.reduce((sum, { stake, payout }) => sum + payout - stake, 0n)
    const next = await readyEngine(name)
    expect(engine.balance.get()?.amount).toBe((next.balance.get()?.amount ?? 0n) + played)
    const { bets } = await next.history.page({})
    expect(seededBets(bets).map(({ seeds }) => seeds.nonce)).toEqual([0])
    const net = bets.reduce((sum, { stake, payout }) => sum + payout - stake, 0n)
    expect(next.balance.get()?.amount).toBe(1_000n * COIN + net)
  })

  it('the database is reopened when the browser closed the connection', async () => {
    const name = freshName()
    const database = createPlayDatabase(name)
    await database.transact('readwrite', async (transaction) => transaction.putAccount({ kept: true }))
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    transaction.mockImplementationOnce(() => {
      throw new DOMException('closing', 'InvalidStateError')
    })
    expect(await database.transact('readonly', (opened) => opened.account())).toEqual({ kept: true })
    database.close()
  })

  it.each([
    ['begin a transaction', () => vi.spyOn(IDBDatabase.prototype, 'transaction')],
    ['read', () => vi.spyOn(IDBObjectStore.prototype, 'get')],
    ['write', () => vi.spyOn(IDBObjectStore.prototype, 'put')],
  ])('play continues when a connection died silently and can no longer %s', async (_, spy) => {
    const name = freshName()
    const engine = await readyEngine(name)
    await engine.place(evenDice())
    spy().mockImplementationOnce(() => {
      throw new DOMException(
        'Connection to Indexed Database server lost. Refresh the page to try again',
        'UnknownError',
      )
    })
    const bet = await engine.place(evenDice())
    expect(bet).toMatchObject({ seeds: { nonce: 1 } })
    expect(engine.status.get()).toEqual({ status: 'ready', health: 'durable' })
    const next = await readyEngine(name)
    expect(next.balance.get()).toEqual(engine.balance.get())
    expect((await next.history.page({})).bets).toHaveLength(2)
  })

  it('a bet whose transaction was aborted is placed once', async () => {
    const name = freshName()
    const engine = await readyEngine(name)
    await engine.place(evenDice())
    vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementationOnce(abortIt)
    await engine.place(evenDice())
    expect(engine.status.get()).toEqual({ status: 'ready', health: 'durable' })
    const { bets } = await (await readyEngine(name)).history.page({})
    expect(seededBets(bets).map(({ seeds }) => seeds.nonce)).toEqual([1, 0])
  })
})

describe('damaged storage', () => {
  const damage = async (name: string, change: object) => {
    const account = await storedAccount(name)
    await withDatabase(name, (database) => database.put('account', { ...account, ...change }, 'demo'))
  }

  it.each([
    ['a negative balance', { balance: -1n }],
    ['a balance that is no bigint', { balance: 5 }],
    ['a seed that is not the committed one', { serverSeed: '0'.repeat(64) }],
    ['a missing nonce', { nonce: undefined }],
    ['a round with every tile open', { rounds: [{ id: 'x', game: 'mines' }] }],
  ])('is reported, and reset on request: %s', async (_, change) => {
    const name = freshName()
    const before = await readyEngine(name)
    const kept = await before.place(evenDice())
    await damage(name, change)
    const engine = await readyEngine(name)
    expect(engine.status.get()).toMatchObject({ status: 'broken', error: { code: 'state_corrupted' } })
    await expect(engine.place(evenDice())).rejects.toMatchObject({ code: 'state_corrupted' })
    await engine.demo.reset()
    expect(engine.status.get()).toEqual({ status: 'ready', health: 'durable' })
    expect(engine.balance.get()?.amount).toBe(1_000n * COIN)
    const bet = await engine.place(evenDice())
    expect((await engine.history.page({})).bets.map(({ id }) => id)).toEqual([bet.id, kept.id])
  })

  it('of single bets is skipped', async () => {
    const name = freshName()
    const engine = await readyEngine(name)
    const ids: string[] = []
    for (let index = 0; index < 3; index += 1) ids.push((await engine.place(evenDice())).id)
    await withDatabase(name, async (database) => {
      const bet = (await database.get('bets', 2)) as object
      await database.put('bets', { ...bet, stake: 'a lot' })
    })
    expect((await engine.history.page({})).bets.map(({ id }) => id)).toEqual([ids[2], ids[0]])
    expect(await engine.history.get(ids[1] ?? '')).toBeUndefined()
    const file = await engine.history.export({}, 'json')
    expect(JSON.parse(await file.text())).toHaveLength(2)
  })
})

describe('other tabs', () => {
  it.each([
    [
      'opened',
      class {
        constructor() {
          throw new DOMException('denied', 'SecurityError')
        }
      },
    ],
    [
      'told anything',
      class {
        postMessage() {
          throw new DOMException('closed', 'InvalidStateError')
        }
        close() {}
      },
    ],
  ])('do not block play when a channel to them cannot be %s', async (_, channel) => {
    vi.stubGlobal('BroadcastChannel', channel)
    const engine = await readyEngine()
    const bet = await engine.place(evenDice())
    expect(engine.balance.get()?.amount).toBe(999n * COIN + bet.payout)
    vi.unstubAllGlobals()
  })

  it('see the same balance, seeds, rounds and history', async () => {
    const name = freshName()
    const [here, there] = [await readyEngine(name), await readyEngine(name)]
    const heard = vi.fn()
    there.history.follow(heard)
    await here.place(evenDice())
    const round = await here.place(minesBet())
    await until(there.openRounds, (rounds) => rounds[0]?.id === round.id)
    expect(there.balance.get()).toEqual(here.balance.get())
    expect(there.seeds.current.get()).toEqual(here.seeds.current.get())
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith({ type: 'changed' }))
  })

  it('that block the database for a moment are waited for, and no nonce is lost or reused', async () => {
    const name = freshName()
    const engine = await readyEngine(name)
    await engine.place(evenDice())
    const placed = await withDatabase(name, async (database) => {
      const held = database.transaction(['account', 'bets'], 'readwrite')
      const answer = engine.place(evenDice())
      const account = (await held.objectStore('account').get('demo')) as AccountRecord
      await held.objectStore('account').put({ ...account, nonce: 5, revision: account.revision + 1 }, 'demo')
      await held.done
      return await answer
    })
    expect(placed.seeds.nonce).toBe(5)
    expect(engine.seeds.current.get()?.nonce).toBe(6)
  })

  it('see each bet once, and so does the tab that placed it', async () => {
    const engine = await readyEngine()
    const heard = vi.fn()
    const stop = engine.history.follow(heard)
    const request = evenDice()
    const bet = await engine.place(request)
    await engine.place(request)
    expect(heard.mock.calls).toEqual([[{ type: 'added', bet }]])
    stop()
    await engine.place(evenDice(COIN, createIdempotencyKey()))
    expect(heard).toHaveBeenCalledOnce()
  })
})
