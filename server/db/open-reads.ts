import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Logger } from '#server/base/logger.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { guardedDialect } from './guarded-dialect.ts'
import type { DatabaseConfig, OpenDatabase } from './open-database.ts'
import { createPool, firstLine, placeOf, withClient } from './postgres-pool.ts'
import type { Database, Tables } from './tables.ts'
import { missingLimits } from './time-limits.ts'

const FOLLOWS_WITHIN_MS = 10_000

/** Where to read what decides nothing. */
export interface OpenReads {
  /** A standby, which may be a moment behind, or the database itself. */
  readonly db: Database
  /** In words; never with credentials. */
  readonly description: string
  close(): Promise<void>
}

/**
 * Opens the standby at `databaseReadUrl`. The database answers itself where there is none, and until the next start
 * where it cannot be reached now: a standby that is away keeps nobody from playing.
 * @throws StartupError when it is no copy of the database
 */
export async function openReads(
  { databaseReadUrl, databaseConnections }: DatabaseConfig,
  { db, description }: Pick<OpenDatabase, 'db' | 'description'>,
  logger: Logger,
): Promise<OpenReads> {
  const itself = { db, description, close: async () => {} }
  if (!databaseReadUrl) return itself
  const pool = await createPool(databaseReadUrl, databaseConnections, logger)
  const place = placeOf(databaseReadUrl)
  try {
    const wanted = await readSchema((text) => sql.raw<Schema>(text).execute(db))
    const schema = await withClient(pool, async (client) => {
      const missing = await missingLimits(client)
      if (missing.length > 0) {
        logger.warn({ missing }, 'the standby has no time limits for statements: set them with ALTER ROLE')
      }
      return followed(wanted, () => readSchema((text) => client.query<Schema>(text)))
    })
    if (schema.origin === wanted.origin && schema.newest !== wanted.newest) {
      throw new Error('it is more than 10 seconds behind')
    }
    if (schema.origin === wanted.origin) {
      const dialect = guardedDialect(new PostgresDialect({ pool }), { hasLocks: true })
      const reads = new Kysely<Tables>({ dialect })
      return { db: reads, description: `a standby at ${place}`, close: () => reads.destroy() }
    }
  } catch (error) {
    await pool.end()
    logger.warn(
      { place, reason: firstLine(error) },
      'the standby cannot be used: until the next start the database answers everything itself',
    )
    return itself
  }
  await pool.end()
  throw new StartupError(
    `The database at ${place} is no copy of the one at DATABASE_URL: correct DATABASE_READ_URL.`,
  )
}

interface Schema {
  /** The moment of its first migration, to the microsecond: what every copy of a database has, and no other one. */
  readonly origin: string | null
  readonly newest: number | null
}

async function readSchema(ask: (text: string) => Promise<{ rows: Schema[] }>): Promise<Schema> {
  const { rows } = await ask(
    'select min(extract(epoch from applied_at))::text as origin, max(id) as newest from schema_migration',
  )
  return rows[0] ?? { origin: null, newest: null }
}

/** After an update the standby has the new schema a moment later. */
async function followed(wanted: Schema, read: () => Promise<Schema>): Promise<Schema> {
  const deadline = performance.now() + FOLLOWS_WITHIN_MS
  for (;;) {
    const found = await read()
    if (found.origin !== wanted.origin || found.newest === wanted.newest || performance.now() > deadline)
      return found
    await sleep(200)
  }
}
