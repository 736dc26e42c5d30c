import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLogger } from '#server/base/logger.ts'
import { repeat } from '#server/base/repeat.ts'
import { answerCall, callScope } from '#server/db/call-scope.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#server/db/open-database.ts'
import type { Database } from '#server/db/tables.ts'
import { watchDeposits } from '#server/deposits/deposit-watch.ts'
import { createRates } from '#server/rates/rates.ts'
import { seed } from '#server/seed.ts'
import { memoryJournal } from '#server/signer/journal.ts'
import { startSigner } from '#server/signer/start-signer.ts'
import { checkedClock } from '../support/checked-clock.ts'
import { openDepositWorld, USDT } from '../support/deposit-world.ts'
import { openLedgerPlayers } from '../support/ledger-players.ts'
import { someAddress } from '../support/tron-grid.ts'
import { watchStatements } from '../support/watched-database.ts'

describe('repeated work that can be woken', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const started = (answer: Parameters<typeof repeat>[0]) => {
    const work = vi.fn(answer)
    return { work, ...repeat(work) }
  }

  it('pauses between rounds, and runs early once it is woken', async () => {
    const { work, wake, stop } = started(async () => ({ pauseMs: 5_000, wokenMs: 1_000 }))
    await vi.advanceTimersByTimeAsync(4_999)
    expect(work).toHaveBeenCalledTimes(1)
    wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(work).toHaveBeenCalledTimes(2)
    wake()
    await vi.advanceTimersByTimeAsync(999)
    expect(work).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(work).toHaveBeenCalledTimes(3)
    await stop()
    wake()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(work).toHaveBeenCalledTimes(3)
  })

  it('runs again when it is woken while it runs', async () => {
    const { work, wake, stop } = started(
      () => new Promise((resolve) => setTimeout(() => resolve({ pauseMs: 5_000, wokenMs: 10 }), 100)),
    )
    wake()
    await vi.advanceTimersByTimeAsync(109)
    expect(work).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(101)
    expect(work).toHaveBeenCalledTimes(2)
    await stop()
  })

  it('pauses after a failure for the configured time', async () => {
    const { work, wake, stop } = started(async () => 60_000)
    await vi.advanceTimersByTimeAsync(1_000)
    wake()
    await vi.advanceTimersByTimeAsync(58_999)
    expect(work).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(work).toHaveBeenCalledTimes(2)
    await stop()
  })

  it('does not run in the scope of the call that woke it', async () => {
    const scopes: unknown[] = []
    const { wake, stop } = started(async () => {
      scopes.push(callScope())
      return { pauseMs: 5_000, wokenMs: 0 }
    })
    await vi.advanceTimersByTimeAsync(1)
    const limits = { timeoutMs: 1_000, tooLate: () => new Error('late'), couldNotBeDone: () => false }
    await answerCall(async () => wake(), limits).answer
    await vi.advanceTimersByTimeAsync(1)
    expect(scopes).toEqual([undefined, undefined])
    await stop()
  })
})

describe('an embedded database', () => {
  const EVERY_MS = 20
  const logger = createLogger('silent')
  let dataDir: string
  let database: OpenDatabase
  let db: Database

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'koi-quiet-'))
    database = await openDatabase({ databaseUrl: null, dataDir }, logger)
    db = database.db
    await migrate(db, seed)
  }, 60_000)
  afterAll(async () => {
    await database.close()
    rmSync(dataDir, { recursive: true })
  })

  const changes = () => {
    if (!database.changes) throw new Error('An embedded database tells of its changes')
    return database.changes
  }
  /** Long enough for busy work to repeat. */
  const aWhile = () => sleep(15 * EVERY_MS)
  /** Expects work to repeat: ten times in less than eight seconds, even on a slow machine. */
  const expectBusy = async (done: () => number) => {
    const before = done()
    await expect
      .poll(() => done() - before, { timeout: 8_000, interval: EVERY_MS })
      .toBeGreaterThanOrEqual(10)
  }

  it('reports changes after their commit, and nothing else', async () => {
    const told = vi.fn()
    changes().onChange(['coin'], told)
    const update = (on: Database, id = 'usdt-tron') =>
      on.updateTable('coin').set({ decimals: 6 }).where('id', '=', id).execute()
    await update(db)
    expect(told).toHaveBeenCalledTimes(1)
    await update(db, 'none')
    await db.selectFrom('coin').select('id').execute()
    expect(told).toHaveBeenCalledTimes(1)
    await db.transaction().execute(async (trx) => {
      await update(trx)
      expect(told).toHaveBeenCalledTimes(1)
    })
    expect(told).toHaveBeenCalledTimes(2)
    const undone = db.transaction().execute(async (trx) => {
      await update(trx)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await db.deleteFrom('mail').execute()
    expect(told).toHaveBeenCalledTimes(2)
  })

  describe('whose practice chain is watched', () => {
    const chainOf = async (at: string, quietMs?: number) => {
      const world = await openDepositWorld(db, Date.parse(at))
      const [player = 0] = await openLedgerPlayers(db, 1)
      const read = vi.fn(world.practice.head)
      const watch = watchDeposits({
        db,
        logger,
        everyMs: EVERY_MS,
        changes: changes(),
        ...(quietMs !== undefined && { quietMs }),
        chain: { ...world.chain, source: { ...world.practice, head: read } },
        clock: checkedClock(world.clock),
        rates: createRates({ clock: world.clock, maxAgeMs: null }),
      })
      // Also after a failure, because the watcher would keep the chain from the next test.
      onTestFinished(() => watch.stop())
      const done = () => read.mock.calls.length
      /** Number of rounds in a while. */
      const rounds = async () => {
        const before = done()
        await aWhile()
        return done() - before
      }
      return { world, player, done, rounds, to: await world.addressOf(player) }
    }

    it('is quiet until a transfer is sent, and again when it is final', async () => {
      const { world, player, done, rounds, to } = await chainOf('2026-06-01T12:00:00Z')
      await expect.poll(done).toBeGreaterThan(0)
      await expect.poll(rounds, { timeout: 5_000 }).toBe(0)
      await world.send(to, 10n * USDT)
      await expectBusy(done)
      world.pass(2)
      await expect.poll(() => world.depositsOf(player)).toMatchObject([{ status: 'confirming' }])
      await expectBusy(done)
      world.pass(25)
      await expect.poll(() => world.depositsOf(player)).toMatchObject([{ status: 'credited' }])
      await expect.poll(rounds, { timeout: 5_000 }).toBe(0)
    })

    it('is looked at regularly even if nothing is reported', async () => {
      const { world, player, done, to } = await chainOf('2026-06-01T13:00:00Z', 3 * EVERY_MS)
      await aWhile()
      await expectBusy(done)
      await sql`insert into practice_transfer (chain, contract, tx_id, log_index, sender, recipient, amount, block, block_at)
        select chain, ${world.chain.network.usdtContract}, ${'ab'.repeat(32)}, 0, ${someAddress()}, ${to}, 5000000,
          base_block, ${new Date(world.time.now)} from practice_chain where chain = ${world.chain.network.chain}`.execute(
        db,
      )
      world.pass(30)
      await expect.poll(() => world.depositsOf(player)).toMatchObject([{ status: 'credited' }])
    })
  })

  it('has a signer that is quiet until a withdrawal comes', async () => {
    let asked = 0
    const counted = watchStatements(db, (node) => {
      if (node.kind === 'SelectQueryNode' && JSON.stringify(node.from).includes('"withdrawal"')) asked += 1
    })
    const looks = async () => {
      const before = asked
      await aWhile()
      return asked - before
    }
    const signer = startSigner({
      db: counted,
      logger,
      clock: checkedClock(() => Date.now()),
      everyMs: EVERY_MS,
      changes: changes(),
      journal: memoryJournal(),
      sender: { chain: 'tron-practice', address: someAddress() },
    } as never)
    onTestFinished(() => signer.stop())
    await expect.poll(() => asked).toBeGreaterThan(0)
    await expect.poll(looks, { timeout: 5_000 }).toBe(0)
    const [account_id = 0] = await openLedgerPlayers(db, 1)
    const at = new Date()
    const values = { account_id, idempotency_key: randomUUID(), coin: 'usdt-tron', chain: 'tron-practice' }
    const state = { status: 'signed', requested_at: at, signed_at: at, updated_at: at } as const
    await db
      .insertInto('withdrawal')
      .values({ ...values, ...state, address: someAddress(), amount: '2', fee: '1' })
      .execute()
    await expectBusy(() => asked)
    await db.updateTable('withdrawal').set({ status: 'failed', reason: 'reverted', settled_at: at }).execute()
    await expect.poll(looks, { timeout: 5_000 }).toBe(0)
  })
})
