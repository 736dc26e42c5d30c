import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import type { Logger } from '#server/base/logger.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { createDiskRoom } from './disk-room.ts'
import { guardedDialect } from './guarded-dialect.ts'
import { makeDirectory } from './make-directory.ts'
import { createPool, firstLine, placeOf, withClient } from './postgres-pool.ts'
import { createTableChanges, type TableChanges } from './table-changes.ts'
import type { Database, Tables } from './tables.ts'
import { limitStatements } from './time-limits.ts'

export interface PoolLoad {
  readonly inUse: number
  readonly idle: number
  /** Work that waits for a connection. */
  readonly waiting: number
}

export interface OpenDatabase {
  readonly db: Database
  /** For the start-up line; without credentials. */
  readonly description: string
  problem(): Promise<string | null>
  /** All changes of rows; null where other processes also change rows without reporting it. */
  readonly changes: TableChanges | null
  /** Null for PGlite, which has one session. */
  readonly load: (() => PoolLoad) | null
  close(): Promise<void>
}

export interface DatabaseConfig {
  readonly databaseUrl: string | null
  readonly databaseReadUrl?: string | null
  readonly databaseConnections?: number
  readonly dataDir: string
}

export async function openDatabase(
  { databaseUrl, databaseConnections, dataDir }: DatabaseConfig,
  logger: Logger,
): Promise<OpenDatabase> {
  return databaseUrl === null ? openPGlite(dataDir) : openPostgres(databaseUrl, databaseConnections, logger)
}

/**
 * For commands, which do not create a database.
 * @throws StartupError
 */
export function requireDatabase(config: DatabaseConfig): void {
  if (config.databaseUrl !== null || existsSync(join(config.dataDir, 'pglite'))) return
  throw new StartupError(
    `There is no database in ${config.dataDir}: set DATA_DIR or DATABASE_URL as the server has them.`,
  )
}

async function openPGlite(dataDir: string): Promise<OpenDatabase> {
  const release = lockDataDir(dataDir)
  try {
    const { PGlite } = await import('@electric-sql/pglite')
    const { pgliteDialect } = await import('./pglite-dialect.ts')
    const directory = join(dataDir, 'pglite')
    makeDirectory(directory)
    const lite = await PGlite.create(directory)
    const room = createDiskRoom()
    const changes = createTableChanges()
    const options = { hasLocks: false, onDiskFull: room.noteFull, onChanged: changes.tell }
    const db = new Kysely<Tables>({ dialect: guardedDialect(pgliteDialect(lite), options) })
    return {
      db,
      description: `PGlite in ${dataDir}`,
      problem: () => room.problem(db),
      changes,
      load: null,
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

async function openPostgres(
  databaseUrl: string,
  connections: number | undefined,
  logger: Logger,
): Promise<OpenDatabase> {
  const pool = await createPool(databaseUrl, connections, logger)
  const place = placeOf(databaseUrl)
  try {
    await withClient(pool, (client) => limitStatements(pool, client, logger))
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
    load: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => db.destroy(),
  }
}
