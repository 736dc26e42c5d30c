import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { seed } from '#server/seed.ts'
import { createSharedLimits } from '#server/http/minute-limits.ts'
import { toRefusal } from '#server/http/refusal-response.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import { grantPracticeMoney, placeStake } from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'
import { runAdmin } from '#server/admin/admin.command.ts'
import { runProvider } from '#server/admin/provider.command.ts'
import { runReconcile } from '#server/books/reconcile.command.ts'
import { createLogger } from '#server/base/logger.ts'
import { freePort } from '../../scripts/lib/koi-process.mjs'
import { faultsOf } from '../support/books.ts'
import { openLedgerPlayers } from '../support/ledger-players.ts'
import { postgresBackend } from './suites/postgres-backend.ts'
import { runSuites } from './suites/run-suites.ts'

describe('on PostgreSQL', () => {
  const logger = createLogger('silent')
  const backend = postgresBackend()
  beforeAll(backend.start, 120_000)
  afterAll(backend.stop)

  runSuites(backend, 'ledger')

  it('has time limits in every session that the pooler hands out', async () => {
    const db = await backend.fresh()
    const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'jit']
    const asked = Array.from({ length: 12 }, () =>
      db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ pid: number; limits: string }>`
          select pg_backend_pid() as pid, string_agg(setting, ' ' order by name desc) as limits, pg_sleep(0.5)
          from pg_settings where name in (${sql.join(names)})`.execute(trx)
        return rows[0]
      }),
    )
    const sessions = await Promise.all(asked)
    expect(new Set(sessions.map((session) => session?.pid)).size).toBeGreaterThan(6)
    expect(new Set(sessions.map((session) => session?.limits))).toEqual(new Set(['10000 5000 off 30000']))
  })

  it('keeps limits that an operator has set for the role', async () => {
    const before = await backend.reset()
    await sql`do $$ begin
      execute format('alter role current_user in database %I set statement_timeout = %L', current_database(), '7s');
      execute format('alter role current_user in database %I reset lock_timeout', current_database());
    end $$`.execute(before)
    const address = backend.direct()
    const limits = async () => {
      const { db, close } = await openDatabase({ databaseUrl: address, dataDir: '' }, logger)
      const { rows } = await sql<{ limits: string }>`
        select current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') as limits`.execute(
        db,
      )
      await close()
      return rows[0]?.limits
    }
    expect(await limits()).toBe('7s 5s')
    expect(await limits()).toBe('7s 5s')
  })

  it('sets limits for each connection when it may not alter the role, and says so', async () => {
    const owner = await backend.reset()
    const name = `koi_guest_${process.pid}`
    // A login role becomes another role, and may not change the first.
    for (const statement of [
      `create role ${name}_owner nologin`,
      `create role ${name} login in role ${name}_owner`,
      `alter role ${name} set role = '${name}_owner'`,
    ]) {
      await sql.raw(statement).execute(owner)
    }
    const lines: string[] = []
    const address = new URL(backend.direct())
    address.username = name
    const telling = createLogger('warn', { write: (line: string) => void lines.push(line) })
    const { db, close } = await openDatabase({ databaseUrl: address.href, dataDir: '' }, telling)
    const limits = await Promise.all(
      Array.from({ length: 4 }, () =>
        db.connection().execute(async (one) => {
          const { rows } = await sql<{ limit: string }>`
            select current_setting('statement_timeout') as limit, pg_sleep(0.1)`.execute(one)
          return rows[0]?.limit
        }),
      ),
    )
    await close()
    await sql.raw(`drop role ${name}, ${name}_owner`).execute(owner)
    expect(limits).toEqual(['10s', '10s', '10s', '10s'])
    expect(lines.join('')).toContain('cannot be given any: set them with ALTER ROLE')
  })

  it('makes its schema as the role that a deployment gives it, and names the rights that are missing', async () => {
    const owner = await backend.fresh()
    const name = `koi_plain_${process.pid}`
    const address = new URL(backend.direct())
    address.username = name
    address.pathname = name
    const script = readFileSync('ops/compose/create-roles.sh', 'utf8')
    const granted = /^grant set .*(?= to koi;$)/m.exec(script)?.[0] ?? ''
    const migrated = async () => {
      const { db, close } = await openDatabase({ databaseUrl: address.href, dataDir: '' }, logger)
      try {
        await migrate(db, seed)
      } finally {
        await close()
      }
    }
    await sql.raw(`create role ${name} login`).execute(owner)
    await sql.raw(`create database ${name} owner ${name}`).execute(owner)
    try {
      await expect(migrated()).rejects.toThrow('run as a superuser `grant set on parameter koi.')
      await sql.raw(`${granted} to ${name}`).execute(owner)
      await migrated()
    } finally {
      await sql.raw(`drop database ${name}`).execute(owner)
      await sql.raw(`drop owned by ${name}`).execute(owner)
      await sql.raw(`drop role ${name}`).execute(owner)
    }
  })

  it('counts calls to outside services in each process while the database cannot count them', async () => {
    const db = await backend.fresh()
    const limits = createSharedLimits({ lists: 3 }, { db, clock: Date.now, logger })
    await db.transaction().execute(async (trx) => {
      await sql`lock table rate_limit in access exclusive mode`.execute(trx)
      const begunAt = performance.now()
      await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((address) => limits.take('lists', address)))
      await limits.take('lists', 'a')
      await limits.take('lists', 'a')
      await expect(limits.take('lists', 'a')).rejects.toThrow('Too many requests')
      expect(performance.now() - begunAt).toBeLessThan(4_000)
    })
  })

  it('survives the loss of its connections, and becomes ready again by itself', async () => {
    const db = await backend.fresh()
    const app = createApp({ db, config: readConfig({}), staticDir: null, logger, clock: Date.now })
    const status = async () => (await app.request('/api/health')).status
    expect(await status()).toBe(200)
    const other = await backend.openAnother()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and application_name = 'koi'`.execute(other)
    // Health is cached for a second.
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await expect.poll(status, { timeout: 5_000 }).toBe(200)
  })

  it('keeps no part of a transaction whose connection dies', async () => {
    const db = await backend.fresh()
    const [player = 0] = await openLedgerPlayers(db, 1)
    const money = { player, coin: 'usdt-tron', amount: 1_000_000_000n }
    const grant = grantPracticeMoney(money)
    const dying = db.transaction().execute(async (trx) => {
      await postTransaction(trx, grant, 0)
      const other = await backend.openAnother()
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and state = 'idle in transaction'`.execute(other)
      await postTransaction(trx, placeStake({ ...money, bet: '1', game: 'dice' }), 0)
    })
    // The loss must not end the process as an unhandled error.
    const failure = await dying.catch((error: unknown) => error)
    expect(toRefusal(failure).code).toBe('unavailable')
    expect(await balancesOf(db, player)).toEqual([])
    // A caller without an answer retries with the same key.
    expect((await postTransaction(db, grant, 0)).isReplay).toBe(false)
    expect((await postTransaction(db, grant, 0)).isReplay).toBe(true)
    expect(await faultsOf(db)).toEqual([])
  })

  it('is reconciled while a server uses it, and takes commands of an operator', async () => {
    const db = await backend.reset()
    const target = { ...readConfig({}), databaseUrl: backend.url(), dataDir: '' }
    await expect(runReconcile(target, () => {})).rejects.toThrow(/does not have the schema of this version/)
    await migrate(db, seed)
    const lines: string[] = []
    expect(await runReconcile(target, (line) => lines.push(line))).toBe(true)
    expect(lines.at(-1)).toMatch(/^The books agree/)
    const listed: object[] = []
    const asked = { subject: 'audit', verb: 'list', words: [], options: {}, by: undefined, why: undefined }
    await runAdmin(target, asked, (rows) => listed.push(...rows))
    const check = { at: undefined, providerKey: undefined, player: undefined }
    const providers = { verb: 'list', words: [], allOf: [], by: undefined, why: undefined, check }
    await runProvider(target, providers, (rows) => listed.push(...rows))
    expect(listed).toEqual([])
    const games = { ...providers, words: ['hub'] }
    await expect(runProvider(target, games, () => {})).rejects.toThrow('No provider is configured')
  })

  it('reports an unreachable server without the password', async () => {
    const databaseUrl = `postgres://koi:hunter2@127.0.0.1:${await freePort()}/koi`
    const failure = openDatabase({ databaseUrl, dataDir: '' }, logger)
    await expect(failure).rejects.toThrow(/^The database at 127\.0\.0\.1:\d+\/koi cannot be reached/)
    await expect(failure).rejects.not.toThrow(/hunter2/)
  })
})
