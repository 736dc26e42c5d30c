import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { hideCredentials, type Logger } from '#server/logger.ts'
import { StartupError } from '#server/startup-error.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { makeDirectory } from './make-directory.ts'
import { PGliteDialect } from './pglite-dialect.ts'
import type { Database, Tables } from './tables.ts'

export interface OpenDatabase {
  readonly db: Database
  /** In words, for the start-up line; never with credentials. */
  readonly description: string
  close(): Promise<void>
}

/** Opens PostgreSQL at `databaseUrl`, or PGlite inside `dataDir` when there is none. */
export async function openDatabase(
  config: { databaseUrl: string | null; dataDir: string },
  logger: Logger,
): Promise<OpenDatabase> {
  return config.databaseUrl === null ? openPGlite(config.dataDir) : openPostgres(config.databaseUrl, logger)
}

/** For commands, which make no database where there is none. @throws StartupError */
export function requireDatabase(config: { databaseUrl: string | null; dataDir: string }): void {
  if (config.databaseUrl !== null || existsSync(join(config.dataDir, 'pglite'))) return
  throw new StartupError(
    `There is no database in ${config.dataDir}: set DATA_DIR or DATABASE_URL as the server has them.`,
  )
}

async function openPGlite(dataDir: string): Promise<OpenDatabase> {
  const release = lockDataDir(dataDir)
  try {
    const { PGlite } = await import('@electric-sql/pglite')
    const directory = join(dataDir, 'pglite')
    makeDirectory(directory)
    const lite = await PGlite.create(directory)
    const db = new Kysely<Tables>({ dialect: new PGliteDialect(lite) })
    return {
      db,
      description: `PGlite in ${dataDir}`,
      async close() {
        await db.destroy()
        release()
      },
    }
  } catch (error) {
    release()
    throw new StartupError(
      `The database in ${dataDir} cannot be opened (${firstLine(error)}): restore a copy of that directory, or set DATA_DIR to another one.`,
      { cause: error },
    )
  }
}

async function openPostgres(databaseUrl: string, logger: Logger): Promise<OpenDatabase> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'koi',
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
  })
  // Without a listener a restart of the database would end this process.
  pool.on('error', (error) => logger.warn({ err: error }, 'database connection lost'))
  // The pool does not listen to a connection that it has lent out: lost between two statements of a
  // transaction, it would end this process too. The next statement fails, which says enough.
  pool.on('connect', (client) => client.on('error', () => {}))
  const { host, pathname } = new URL(databaseUrl)
  const place = `${host || 'localhost'}${pathname}`
  try {
    const client = await pool.connect()
    client.release()
  } catch (error) {
    await pool.end()
    throw new StartupError(
      `The database at ${place} cannot be reached (${firstLine(error)}): start it, or correct DATABASE_URL.`,
      { cause: error },
    )
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { db, description: `PostgreSQL at ${place}`, close: () => db.destroy() }
}

function firstLine(error: unknown): string {
  // A connection tried over both IPv6 and IPv4 fails with an AggregateError whose own message is empty.
  const cause = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  const text = cause instanceof Error ? cause.message : String(cause)
  return hideCredentials(text.split('\n')[0] ?? '').replace(/\.$/, '')
}
