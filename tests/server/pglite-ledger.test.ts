import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guardedDialect } from '#server/db/guarded-dialect.ts'
import { pgliteDialect } from '#server/db/pglite-dialect.ts'
import { createDiskRoom } from '#server/db/disk-room.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { makeAccountApp } from './suites/account-app.ts'
import { pgliteBackend } from './suites/pglite-backend.ts'
import { runSuites } from './suites/run-suites.ts'

/** Makes the writes of a log-in, and the probe of the disk, fail as on a full disk. */
const FILL_DISK = `
  create function fill_disk() returns trigger language plpgsql as $$ begin
    raise exception using errcode = 'disk_full', message = 'could not extend file: No space left on device';
  end $$;
  create trigger full_disk before insert on session execute function fill_disk();
  create trigger full_disk before insert on login_event execute function fill_disk();
  create function fill_disk_for_tables() returns event_trigger language plpgsql as $$ begin
    raise exception using errcode = 'disk_full', message = 'could not create file: No space left on device';
  end $$;
  create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE')
    execute function fill_disk_for_tables()`
const EMPTY_DISK = `
  drop event trigger full_disk;
  drop function fill_disk_for_tables;
  drop function fill_disk cascade`

describe('on PGlite', () => {
  const backend = pgliteBackend()
  beforeAll(backend.start)
  afterAll(backend.stop)

  runSuites(backend, 'ledger')

  describe('a full disk', () => {
    it('is reported as such: nothing is done, the server is not ready, and no attempt is counted', async () => {
      await backend.fresh()
      const lite = backend.lite()
      const room = createDiskRoom()
      const dialect = guardedDialect(pgliteDialect(lite), { hasLocks: false, onDiskFull: room.noteFull })
      const onShort = new Kysely<Tables>({ dialect })
      const app = await makeAccountApp(onShort, { problems: [() => room.problem(onShort)] })
      const health = () => app.call('GET', '/health')
      const email = 'player@example.test'
      await app.register(email)
      expect((await health()).status).toBe(200)
      await lite.exec(FILL_DISK)
      // More than the ten attempts that an account allows.
      for (let n = 0; n < 12; n++) {
        expect(await app.logIn(email)).toMatchObject({ status: 503, code: 'unavailable', retryAfterS: 2 })
      }
      // Health is checked once a second.
      await expect.poll(health, { timeout: 5_000 }).toMatchObject({
        status: 503,
        message: 'The server is up and not ready: the disk of the database is full',
      })
      await lite.exec(EMPTY_DISK)
      await expect.poll(async () => (await health()).status, { timeout: 5_000 }).toBe(200)
      expect((await app.logIn(email)).status).toBe(200)
    })
  })

  describe('the dialect', () => {
    let db: Database
    beforeAll(async () => void (db = await backend.reset()))

    it('queues callers, so that transactions do not mix', async () => {
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

    it('rolls back after a failure, counts rows, and goes on', async () => {
      const failing = db.transaction().execute(async (trx) => {
        await sql`update counter set n = 99`.execute(trx)
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      const { numAffectedRows } = await sql`update counter set n = n + 1 where n = 20`.execute(db)
      expect(numAffectedRows).toBe(1n)
    })

    it('prepares repeated statements, and sees changed columns', async () => {
      const read = async () => (await sql`select * from counter where n > ${0}`.execute(db)).rows
      const prepared = async () =>
        (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)).rows.map(
          ({ statement }) => statement,
        )
      const text = 'select * from counter where n > $1'
      await read()
      expect(await prepared()).not.toContain(text)
      await read()
      expect(await prepared()).toContain(text)
      await sql`alter table counter add column name text not null default 'koi'`.execute(db)
      expect(await read()).toEqual([{ n: 21, name: 'koi' }])
      expect(await read()).toEqual([{ n: 21, name: 'koi' }])
      expect(await prepared()).toEqual([text])
    })

    it('goes on after a prepared statement failed, alone and in a transaction', async () => {
      const divide = (by: number, on: Database) =>
        sql<{ n: number }>`select n / ${sql`${by}::integer`} as n from counter`.execute(on)
      await divide(1, db)
      await divide(1, db)
      await expect(divide(0, db)).rejects.toMatchObject({ code: '22012' })
      await expect(db.transaction().execute((trx) => divide(0, trx))).rejects.toMatchObject({ code: '22012' })
      expect((await divide(3, db)).rows).toEqual([{ n: 7 }])
    })

    it('starts a transaction with the requested isolation level', async () => {
      const level = await db
        .transaction()
        .setIsolationLevel('serializable')
        .execute((trx) => sql<{ transaction_isolation: string }>`show transaction_isolation`.execute(trx))
      expect(level.rows[0]?.transaction_isolation).toBe('serializable')
    })
  })
})
