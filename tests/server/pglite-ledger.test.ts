import type { PGlite } from '@electric-sql/pglite'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guardedDialect } from '#server/db/guarded-dialect.ts'
import { PGliteDialect } from '#server/db/pglite-dialect.ts'
import { createDiskRoom } from '#server/db/disk-room.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { makeAccountApp } from './suites/account-app.ts'
import { pgliteBackend } from './suites/pglite-backend.ts'
import { runSuites } from './suites/run-suites.ts'

describe('on PGlite', () => {
  const backend = pgliteBackend()
  beforeAll(backend.start)
  afterAll(backend.stop)

  runSuites(backend, 'ledger')

  describe('a full disk', () => {
    it('is told as one: nothing is done, the server is not ready, and a try is none', async () => {
      await backend.fresh()
      const lite = backend.lite()
      let isFull = false
      const full = Object.assign(new Error('could not extend file: No space left on device'), {
        code: '53100',
      })
      const short = {
        waitReady: Promise.resolve(),
        parsers: lite.parsers,
        query: (...args: Parameters<PGlite['query']>) =>
          isFull && /insert into "(session|login_event)"|koi_disk_probe/.test(args[0])
            ? Promise.reject(full)
            : lite.query(...args),
      } as unknown as PGlite
      const room = createDiskRoom()
      const options = { hasLocks: false, onDiskFull: room.noteFull }
      const onShort = new Kysely<Tables>({ dialect: guardedDialect(new PGliteDialect(short), options) })
      const app = await makeAccountApp(onShort, { problems: [() => room.problem(onShort)] })
      const health = () => app.call('GET', '/health')
      const email = 'player@example.test'
      await app.register(email)
      expect((await health()).status).toBe(200)
      isFull = true
      // More than the ten passwords that an account bears.
      for (let n = 0; n < 12; n++) {
        expect(await app.logIn(email)).toMatchObject({ status: 503, code: 'unavailable', retryAfterS: 2 })
      }
      // One look at the database serves a second.
      await expect.poll(health, { timeout: 5_000 }).toMatchObject({
        status: 503,
        message: 'The server is up and not ready: the disk of the database is full',
      })
      isFull = false
      await expect.poll(async () => (await health()).status, { timeout: 5_000 }).toBe(200)
      expect((await app.logIn(email)).status).toBe(200)
    })
  })

  describe('dialect', () => {
    let db: Database
    beforeAll(async () => void (db = await backend.reset()))

    it('lets callers take turns, so that transactions do not mix', async () => {
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
