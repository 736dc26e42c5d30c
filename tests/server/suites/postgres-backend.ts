import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#server/db/open-database.ts'
import { seed } from '#server/seed.ts'
import type { Tables } from '#server/db/tables.ts'
import { createLogger } from '#server/base/logger.ts'
import { freePort } from '../../../scripts/lib/koi-process.mjs'
import { startPooledPostgres, type PooledPostgres } from '../../support/pgbouncer.ts'
import type { TestBackend } from './test-backend.ts'

/** A database that another release has migrated (`npm run test:releases`), on the server of the tests. */
const OF_ANOTHER_RELEASE = process.env['KOI_TEST_SCHEMA']

/** A real PostgreSQL behind a pooler. Each world is a copy of a database that is migrated and seeded once. */
export function postgresBackend() {
  const logger = createLogger('silent')
  let server: PooledPostgres | undefined
  let template: Promise<string> | undefined
  let url = ''
  let opened: OpenDatabase[] = []

  const open = async () => {
    const database = await openDatabase({ databaseUrl: url, dataDir: '' }, logger)
    opened.push(database)
    return database.db
  }
  const closeAll = async () => {
    const closing = opened
    opened = []
    await Promise.all(closing.map(({ close }) => close()))
  }
  const started = () => {
    if (!server) throw new Error('PostgreSQL has not been started')
    return server
  }
  const makeTemplate = async () => {
    // Bypasses the pooler: a database with connections cannot be copied.
    const address = started().direct(await started().createDatabase(OF_ANOTHER_RELEASE))
    const { db, close } = await openDatabase({ databaseUrl: address, dataDir: '' }, logger)
    try {
      await migrate(db, seed)
    } finally {
      await close()
    }
    return address
  }
  const replace = async (copied?: string) => {
    await closeAll()
    url = await started().createDatabase(copied)
    return open()
  }

  return {
    name: 'PostgreSQL',
    reset: () => replace(),
    fresh: async () => replace(await (template ??= makeTemplate())),
    openAnother: () => open(),
    async openBroken() {
      const pool = new pg.Pool({ host: '127.0.0.1', port: await freePort() })
      return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
    },
    /** The address of the current database. */
    url: () => url,
    /** Without the pooler. */
    direct: () => started().direct(url),
    start: async () => void (server = await startPooledPostgres()),
    async stop() {
      await closeAll()
      await server?.stop()
    },
  } satisfies TestBackend & Record<string, unknown>
}
