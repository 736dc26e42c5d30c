import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#server/db/open-database.ts'
import { seed } from '#server/seed.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { toRefusal } from '#server/http/refusal-response.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import { grantPracticeMoney, placeStake } from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'
import { runReconcile } from '#server/books/reconcile.command.ts'
import { createLogger } from '#server/base/logger.ts'
import { freePort } from '../../scripts/lib/koi-process.mjs'
import { faultsOf } from '../support/books.ts'
import { openLedgerPlayers } from '../support/ledger-players.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { apiSuite } from './suites/api.suite.ts'
import { authSuite } from './suites/auth.suite.ts'
import { balancesSuite } from './suites/balances.suite.ts'
import { bonusesSuite } from './suites/bonuses.suite.ts'
import { booksSuite } from './suites/books.suite.ts'
import { databaseSuite } from './suites/database.suite.ts'
import { depositApiSuite } from './suites/deposit-api.suite.ts'
import { depositsSuite } from './suites/deposits.suite.ts'
import { evmDepositsSuite } from './suites/evm-deposits.suite.ts'
import { evmWithdrawalsSuite } from './suites/evm-withdrawals.suite.ts'
import { ledgerSuite } from './suites/ledger.suite.ts'
import { practiceSuite } from './suites/practice.suite.ts'
import { profileSuite } from './suites/profile.suite.ts'
import { proofSuite } from './suites/proof.suite.ts'
import { ratesSuite } from './suites/rates.suite.ts'
import { responsiblePlaySuite } from './suites/responsible-play.suite.ts'
import { securitySuite } from './suites/security.suite.ts'
import { transparencySuite } from './suites/transparency.suite.ts'
import { walletLinkSuite } from './suites/wallet-link.suite.ts'
import { walletLoginSuite } from './suites/wallet-login.suite.ts'
import { withdrawalsSuite } from './suites/withdrawals.suite.ts'

describe('on PostgreSQL', () => {
  const logger = createLogger('silent')
  const opened: OpenDatabase[] = []
  let server: TestPostgres
  let db: Database

  const open = async () => {
    const database = await openDatabase({ databaseUrl: server.url, dataDir: '' }, logger)
    opened.push(database)
    return database.db
  }

  beforeAll(async () => {
    server = await startPostgres()
    db = await open()
  }, 120_000)
  afterAll(async () => {
    await Promise.all(opened.map(({ close }) => close()))
    await server.stop()
  })

  const backend = {
    name: 'PostgreSQL',
    async reset() {
      await sql`drop schema public cascade`.execute(db)
      await sql`create schema public`.execute(db)
      return db
    },
    openAnother: open,
    async openBroken() {
      const pool = new pg.Pool({ host: '127.0.0.1', port: await freePort() })
      return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
    },
  }

  databaseSuite(backend)
  practiceSuite(backend)
  ledgerSuite(backend)
  booksSuite(backend)
  depositsSuite(backend)
  evmDepositsSuite(backend)
  depositApiSuite(backend)
  apiSuite(backend)
  authSuite(backend)
  balancesSuite(backend)
  bonusesSuite(backend)
  securitySuite(backend)
  profileSuite(backend)
  proofSuite(backend)
  ratesSuite(backend)
  responsiblePlaySuite(backend)
  transparencySuite(backend)
  walletLoginSuite(backend)
  walletLinkSuite(backend)
  withdrawalsSuite(backend)
  evmWithdrawalsSuite(backend)

  it('survives the loss of its connections, and is ready again by itself', async () => {
    await backend.reset()
    await migrate(db, seed)
    const app = createApp({ db, config: readConfig({}), staticDir: null, logger, clock: Date.now })
    const status = async () => (await app.request('/api/health')).status
    expect(await status()).toBe(200)
    const other = await open()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and application_name = 'koi'`.execute(other)
    // What was seen before is told for a second.
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await expect.poll(status, { timeout: 5_000 }).toBe(200)
  })

  it('keeps nothing of a transaction whose connection dies in the middle', async () => {
    await backend.reset()
    await migrate(db, seed)
    const [player = 0] = await openLedgerPlayers(db, 1)
    const money = { player, coin: 'usdt-tron', amount: 1_000_000_000n }
    const grant = grantPracticeMoney(money)
    const dying = db.transaction().execute(async (trx) => {
      await postTransaction(trx, grant, 0)
      const other = await open()
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and state = 'idle in transaction'`.execute(other)
      await postTransaction(trx, placeStake({ ...money, bet: '1', game: 'dice' }), 0)
    })
    // Nor does the loss end the process, as an error that nobody listens to would.
    const failure = await dying.catch((error: unknown) => error)
    expect(toRefusal(failure).code).toBe('unavailable')
    expect(await balancesOf(db, player)).toEqual([])
    // Whoever had no answer asks again, with the same key.
    expect((await postTransaction(db, grant, 0)).isReplay).toBe(false)
    expect((await postTransaction(db, grant, 0)).isReplay).toBe(true)
    expect(await faultsOf(db)).toEqual([])
  })

  it('is reconciled while a server uses it', async () => {
    await backend.reset()
    const target = { ...readConfig({}), databaseUrl: server.url, dataDir: '' }
    await expect(runReconcile(target, () => {})).rejects.toThrow(/does not have the schema of this version/)
    await migrate(db, seed)
    const lines: string[] = []
    expect(await runReconcile(target, (line) => lines.push(line))).toBe(true)
    expect(lines.at(-1)).toMatch(/^The books agree/)
  })

  it('says without the password that a server cannot be reached', async () => {
    const databaseUrl = `postgres://koi:hunter2@127.0.0.1:${await freePort()}/koi`
    const failure = openDatabase({ databaseUrl, dataDir: '' }, logger)
    await expect(failure).rejects.toThrow(/^The database at 127\.0\.0\.1:\d+\/koi cannot be reached/)
    await expect(failure).rejects.not.toThrow(/hunter2/)
  })
})
