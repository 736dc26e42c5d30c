import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { hideCredentials, type Logger } from '#server/base/logger.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { CONNECTIONS } from './connections.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { createDiskRoom } from './disk-room.ts'
import { guardedDialect } from './guarded-dialect.ts'
import { makeDirectory } from './make-directory.ts'
import { PGliteDialect } from './pglite-dialect.ts'
import { createTableChanges, type TableChanges } from './table-changes.ts'
import type { Database, Tables } from './tables.ts'

/** A transaction that a call waits for has shorter ones (`guarded-dialect.ts`). */
const SESSION_LIMITS =
  "set statement_timeout = '10s'; set lock_timeout = '5s'; set idle_in_transaction_session_timeout = '30s'"

export interface OpenDatabase {
  readonly db: Database
  /** In words, for the start-up line; never with credentials. */
  readonly description: string
  /** Why it cannot be written to, in words; null when nothing is known to hinder it. */
  problem(): Promise<string | null>
  /** All changes there are; null where other processes change rows too, and nobody tells of it. */
  readonly changes: TableChanges | null
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
    const room = createDiskRoom()
    const changes = createTableChanges()
    const options = { hasLocks: false, onDiskFull: room.noteFull, onChanged: changes.tell }
    const db = new Kysely<Tables>({ dialect: guardedDialect(new PGliteDialect(lite), options) })
    return {
      db,
      description: `PGlite in ${dataDir}`,
      problem: () => room.problem(db),
      changes,
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
    max: CONNECTIONS,
    // A database whose machine is gone closes nothing by itself.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  // Without a listener a restart of the database would end this process.
  pool.on('error', (error) => logger.warn({ err: error }, 'database connection lost'))
  // The pool does not listen to a connection that it has lent out: lost between two statements of a
  // transaction, it would end this process too. The next statement fails, which says enough.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // Not in the start-up message: poolers refuse what they do not know there.
    client.query(SESSION_LIMITS).catch(() => {})
  })
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
  const room = createDiskRoom()
  const options = { hasLocks: true, onDiskFull: room.noteFull }
  const db = new Kysely<Tables>({ dialect: guardedDialect(new PostgresDialect({ pool }), options) })
  return {
    db,
    description: `PostgreSQL at ${place}`,
    problem: () => room.problem(db),
    changes: null,
    close: () => db.destroy(),
  }
}

function firstLine(error: unknown): string {
  // A connection tried over both IPv6 and IPv4 fails with an AggregateError whose own message is empty.
  const cause = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  const text = cause instanceof Error ? cause.message : String(cause)
  return hideCredentials(text.split('\n')[0] ?? '').replace(/\.$/, '')
}
