import type { PGlite } from '@electric-sql/pglite'
import { Kysely, sql } from 'kysely'
import { guardedDialect } from '#server/db/guarded-dialect.ts'
import { migrate } from '#server/db/migrate.ts'
import { PGliteDialect } from '#server/db/pglite-dialect.ts'
import { seed } from '#server/seed.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { openPGlite } from '../../support/pglite.ts'
import type { TestBackend } from './test-backend.ts'

/** PGlite in memory. It migrates for each world: that takes half the time of loading a copy of its files. */
export function pgliteBackend() {
  let opened: { lite: PGlite; db: Database } | undefined
  const started = () => {
    if (!opened) throw new Error('PGlite has not been started')
    return opened
  }
  const reset = async () => {
    const { db } = started()
    await sql`drop schema public cascade`.execute(db)
    await sql`create schema public`.execute(db)
    return db
  }
  return {
    name: 'PGlite',
    reset,
    async fresh() {
      const db = await reset()
      await migrate(db, seed)
      return db
    },
    // PGlite is one session: there is nothing else to open.
    openAnother: async () => started().db,
    async openBroken() {
      const closed = {
        waitReady: Promise.resolve(),
        closed: true,
        parsers: {},
        query: () => Promise.reject(new Error('PGlite is closed')),
      }
      return new Kysely<Tables>({ dialect: new PGliteDialect(closed as unknown as PGlite) })
    },
    lite: () => started().lite,
    async start() {
      const lite = await openPGlite()
      const dialect = guardedDialect(new PGliteDialect(lite), { hasLocks: false })
      opened = { lite, db: new Kysely<Tables>({ dialect }) }
    },
    stop: async () => opened?.db.destroy(),
  } satisfies TestBackend & Record<string, unknown>
}
