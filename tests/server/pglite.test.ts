import { PGlite } from '@electric-sql/pglite'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PGliteDialect } from '#server/db/pglite-dialect.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { apiSuite } from './suites/api.suite.ts'
import { authSuite } from './suites/auth.suite.ts'
import { balancesSuite } from './suites/balances.suite.ts'
import { bonusesSuite } from './suites/bonuses.suite.ts'
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

describe('on PGlite', () => {
  let lite: PGlite
  let db: Database

  beforeAll(async () => {
    lite = await PGlite.create()
    db = new Kysely<Tables>({ dialect: new PGliteDialect(lite) })
  })
  afterAll(() => db.destroy())

  const backend = {
    name: 'PGlite',
    async reset() {
      await sql`drop schema public cascade`.execute(db)
      await sql`create schema public`.execute(db)
      return db
    },
    // PGlite is one session: there is nothing else to open.
    openAnother: async () => db,
    async openBroken() {
      const closed = {
        waitReady: Promise.resolve(),
        closed: true,
        query: () => Promise.reject(new Error('PGlite is closed')),
      }
      return new Kysely<Tables>({ dialect: new PGliteDialect(closed as unknown as PGlite) })
    },
  }

  databaseSuite(backend)
  practiceSuite(backend)
  ledgerSuite(backend)
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

  describe('dialect', () => {
    it('lets callers take turns, so that transactions do not mix', async () => {
      await backend.reset()
      await sql`create table counter (n integer not null)`.execute(db)
      await sql`insert into counter values (0)`.execute(db)
      const increase = () =>
        db.transaction().execute(async (trx) => {
          const { rows } = await sql<{ n: number }>`select n from counter`.execute(trx)
          await sql`update counter set n = ${(rows[0]?.n ?? 0) + 1}`.execute(trx)
        })
      await Promise.all(Array.from({ length: 20 }, increase))
      expect((await sql<{ n: number }>`select n from counter`.execute(db)).rows).toEqual([{ n: 20 }])
    })

    it('rolls back what fails, counts rows, and goes on', async () => {
      const failing = db.transaction().execute(async (trx) => {
        await sql`update counter set n = 99`.execute(trx)
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      const { numAffectedRows } = await sql`update counter set n = n + 1 where n = 20`.execute(db)
      expect(numAffectedRows).toBe(1n)
    })

    it('begins with the isolation level asked for', async () => {
      const level = await db
        .transaction()
        .setIsolationLevel('serializable')
        .execute((trx) => sql<{ transaction_isolation: string }>`show transaction_isolation`.execute(trx))
      expect(level.rows[0]?.transaction_isolation).toBe('serializable')
    })
  })
})
