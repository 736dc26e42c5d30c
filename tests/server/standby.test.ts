import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '#server/base/logger.ts'
import { runReconcile } from '#server/books/reconcile.command.ts'
import { readConfig } from '#server/config/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#server/db/open-database.ts'
import { openReads } from '#server/db/open-reads.ts'
import { payReward } from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'
import { seed } from '#server/seed.ts'
import { freePort } from '../../scripts/lib/koi-process.mjs'
import { startDurablePostgres, type TestCluster, type TestStandby } from '../support/postgres.ts'
import { openLedgerPlayers } from '../support/ledger-players.ts'
import { makeAccountApp } from './suites/account-app.ts'

const COIN = 'usdt-tron'
const AMOUNT = 5_000_000n

describe('a standby of the database', () => {
  const lines: string[] = []
  const logger = createLogger('warn', { write: (line) => void lines.push(line) })
  const closing: (() => Promise<void>)[] = []
  let cluster: TestCluster
  let standby: TestStandby
  let databaseUrl: string
  let database: OpenDatabase

  const open = async (url: string) => {
    const opened = await openDatabase({ databaseUrl: url, dataDir: '' }, logger)
    closing.push(opened.close)
    return opened
  }
  const readsAt = async (databaseReadUrl: string) => {
    const config = { databaseUrl, databaseReadUrl, dataDir: '' }
    const reads = await openReads(config, database, logger, { lookMs: 50 })
    closing.push(reads.close)
    return reads
  }
  /** Statistics of the standby are counted once it has replayed something. */
  const readsOfStandby = async (url = standby.standbyOf(databaseUrl)) => {
    const reads = await readsAt(url)
    await keepWriting(() => expect(reads.forCalls()).not.toBe(database.db))
    return reads
  }
  /** As the watchers of chains do every few seconds. */
  const keepWriting = async (check: () => void) =>
    expect
      .poll(
        async () => {
          await database.db.updateTable('coin').set({ listed: true }).execute()
          try {
            check()
            return true
          } catch {
            return false
          }
        },
        { timeout: 10_000 },
      )
      .toBe(true)

  beforeAll(async () => {
    cluster = await startDurablePostgres()
    databaseUrl = await cluster.createDatabase()
    database = await open(databaseUrl)
    await migrate(database.db, seed)
    standby = await cluster.startStandby()
  }, 120_000)
  afterAll(async () => {
    await Promise.all(closing.map((close) => close()))
    await cluster.stop()
  })

  it('serves the comparison of the books by hand', async () => {
    const told: string[] = []
    const config = { ...readConfig({}), databaseUrl, databaseReadUrl: standby.standbyOf(databaseUrl) }
    const compare = () => runReconcile(config, (line) => told.push(line))
    await readsOfStandby()
    const [player = 0] = await openLedgerPlayers(database.db, 1)
    expect(await compare()).toBe(true)
    expect(told[0]).toMatch(/^Read from a standby at 127\.0\.0\.1:\d+\/koi_1\.$/)

    await standby.lag()
    // Unpaid rakeback is a fault, because nothing pays it yet.
    const reward = payReward({ kind: 'rakeback', player, coin: COIN, amount: AMOUNT, key: '1' })
    await postTransaction(database.db, reward, Date.now())
    expect(await compare()).toBe(true)
    await standby.follow()
    await expect.poll(compare, { timeout: 10_000 }).toBe(false)
    expect(told.at(-1)).toContain('reward_unknown')
  })

  it('serves the history and the public figures, and nothing that a decision depends on', async () => {
    const { db } = database
    const reads = await readsOfStandby()
    const app = await makeAccountApp(db, { reads })
    const token = await app.register('player@example.test')
    const uid = Number((await app.call('GET', '/user/me', { token })).data['uid'])
    const history = async () => (await app.call('GET', '/transactions', { token })).data['transactions']
    const owed = async () => {
      // Figures are cached for a minute; old ones are served once more while new ones load.
      app.time.now += 600_000
      await app.call('GET', '/transparency')
      await expect.poll(async () => (await app.call('GET', '/transparency')).status).toBe(200)
      return (await app.call('GET', '/transparency')).data['owedUsd']
    }
    const held = async () => (await app.call('GET', '/balances', { token })).data
    await expect.poll(history, { timeout: 10_000 }).toHaveLength(1)
    const owedBefore = await owed()
    const heldBefore = await held()

    await standby.lag()
    await postTransaction(
      db,
      payReward({ kind: 'rakeback', player: uid, coin: COIN, amount: AMOUNT, key: '2' }),
      Date.now(),
    )
    expect(await held()).not.toEqual(heldBefore)
    expect(await history()).toHaveLength(1)
    expect(await owed()).toBe(owedBefore)

    await standby.follow()
    await expect.poll(history, { timeout: 10_000 }).toHaveLength(2)
    await expect.poll(owed, { timeout: 10_000 }).not.toBe(owedBefore)
  })

  it('tells the time of its figures', async () => {
    const reads = await readsOfStandby()
    await standby.lag()
    const pausedAt = Date.now()
    await new Promise((resolve) => setTimeout(resolve, 50))
    const app = await makeAccountApp(database.db, { reads })
    app.time.now = Date.now()
    const { data } = await app.call('GET', '/transparency')
    expect(Date.parse(String(data['at']))).toBeLessThanOrEqual(pausedAt)
    await standby.follow()
  })

  it('is refused when it is not a copy', async () => {
    const other = await cluster.createDatabase()
    await migrate((await open(other)).db, seed)
    await expect(readsAt(other)).rejects.toThrow(
      /^The database at 127\.0\.0\.1:\d+\/koi_2 is no copy of the one at DATABASE_URL/,
    )
  })

  it('is not read while it is silent, and is read again afterwards', async () => {
    const proxy = await startProxy(Number(new URL(standby.standbyOf(databaseUrl)).port))
    const through = new URL(standby.standbyOf(databaseUrl))
    through.port = String(proxy.port)
    const reads = await readsOfStandby(through.href)
    const app = await makeAccountApp(database.db, { reads })
    const token = await app.register('patient@example.test')
    proxy.freeze()
    const asked = Array.from({ length: 5 }, () => app.call('GET', '/transactions', { token }))
    expect((await app.call('GET', '/balances', { token })).status).toBe(200)
    for (const { status } of await Promise.all(asked)) expect([200, 503]).toContain(status)
    await expect.poll(() => reads.forCalls() === database.db, { timeout: 10_000 }).toBe(true)
    expect((await app.call('GET', '/transactions', { token })).status).toBe(200)
    proxy.thaw()
    await keepWriting(() => expect(reads.forCalls()).not.toBe(database.db))
    proxy.stop()
  })

  it('does not block the start of servers or the history while it is away', async () => {
    const away = `postgres://koi:hunter2@127.0.0.1:${await freePort()}/koi`
    const none = await readsAt(away)
    expect([none.forCalls(), none.forSums()]).toEqual([database.db, database.db])
    expect(lines.at(-1)).toContain('the standby is not read')
    expect(lines.at(-1)).not.toContain('hunter2')
  })

  it('is not read once it no longer follows a primary', async () => {
    const reads = await readsOfStandby()
    await standby.promote()
    await expect.poll(() => reads.forCalls() === database.db, { timeout: 10_000 }).toBe(true)
    expect(lines.join('')).toContain('follows no database')
    expect(reads.description()).toBe(database.description)
    const app = await makeAccountApp(database.db, { reads })
    const token = await app.register('another@example.test')
    await standby.kill()
    expect((await app.call('GET', '/transactions', { token })).status).toBe(200)
  })
})

/** A proxy that can fall silent like a dead machine: connections stay open and nothing answers. */
async function startProxy(target: number) {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    client.pipe(upstream)
    upstream.pipe(client)
    if (isFrozen) [client, upstream].forEach((socket) => socket.pause())
  })
  let isFrozen = false
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
