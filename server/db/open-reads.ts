import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Pool } from 'pg'
import { repeat } from '#server/base/repeat.ts'
import type { Logger } from '#server/base/logger.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { USUAL_CONNECTIONS } from './connections.ts'
import { guardedDialect } from './guarded-dialect.ts'
import type { DatabaseConfig, OpenDatabase } from './open-database.ts'
import { createPool, firstLine, placeOf } from './postgres-pool.ts'
import type { Database, Tables } from './tables.ts'

/** How often the standby is looked at. */
const LOOK_MS = 5_000
/** A standby that is further behind is not read. The database is written to every few seconds. */
const MOST_BEHIND_S = 60
/** What waits for a standby that does not answer any more: less than a call has. */
const ANSWER_MS = 3_000
const CONNECT_MS = 1_000
const END_MS = 2_000
/** Public figures and the books: each is read once at a time. */
const SUM_CONNECTIONS = 2

/** Where to read what decides nothing: a standby that follows, which may be a moment behind, else the database itself. */
export interface Reads {
  /** For calls: a standby that falls silent costs each of them a few seconds at most. */
  forCalls(): Database
  /** For sums over whole tables. */
  forSums(): Database
}

export interface OpenReads extends Reads {
  /** What is read now, in words; never with credentials. */
  description(): string
  close(): Promise<void>
}

/** Reads everything in the database itself. */
export const readsOf = (db: Database): Reads => ({ forCalls: () => db, forSums: () => db })

/**
 * Opens the standby at `databaseReadUrl` and looks at it now and then: while it cannot be reached, does not follow, or is
 * too far behind, the database answers itself.
 * @throws StartupError when it is no copy of the database
 */
export async function openReads(
  { databaseReadUrl, databaseConnections: connections = USUAL_CONNECTIONS }: DatabaseConfig,
  { db, description }: Pick<OpenDatabase, 'db' | 'description'>,
  logger: Logger,
  { lookMs = LOOK_MS } = {},
): Promise<OpenReads> {
  if (!databaseReadUrl) return { ...readsOf(db), description: () => description, close: async () => {} }
  const place = placeOf(databaseReadUrl)
  const limits = { answerMs: ANSWER_MS, connectMs: CONNECT_MS }
  const callPool = await createPool(databaseReadUrl, connections - SUM_CONNECTIONS, logger, limits)
  const sumPool = await createPool(databaseReadUrl, SUM_CONNECTIONS, logger)
  const [calls, sums] = [openOn(callPool), openOn(sumPool)]
  let isUsed = false
  let reason = ''

  const wanted = await readSchema(db)
  const look = async (): Promise<string | null> => {
    try {
      return problemOf(wanted, await readSchema(calls))
    } catch (error) {
      return firstLine(error)
    }
  }
  const note = (problem: string | null) => {
    if (problem === null && !isUsed) logger.info({ place }, 'the standby is read')
    if (problem !== null && (isUsed || problem !== reason)) {
      logger.warn(
        { place, reason: problem },
        'the standby is not read: the database answers everything itself',
      )
    }
    isUsed = problem === null
    reason = problem ?? ''
  }
  const close = async () => {
    // Not by Kysely, which leaves a pool alone that it never used. A standby that is silent keeps nobody from stopping.
    const ended = Promise.all([callPool.end(), sumPool.end()])
    await Promise.race([ended, sleep(END_MS, undefined, { ref: false })])
  }

  const first = await look()
  if (first === NO_COPY) {
    await close()
    throw new StartupError(`The database at ${place} ${NO_COPY}: correct DATABASE_READ_URL.`)
  }
  note(first)
  const looking = repeat(
    async () => {
      note(await look())
      return lookMs
    },
    { firstMs: lookMs },
  )
  return {
    forCalls: () => (isUsed ? calls : db),
    forSums: () => (isUsed ? sums : db),
    description: () => (isUsed ? `a standby at ${place}` : description),
    async close() {
      await looking.stop()
      await close()
    },
  }
}

const openOn = (pool: Pool) =>
  new Kysely<Tables>({ dialect: guardedDialect(new PostgresDialect({ pool }), { hasLocks: true }) })

const NO_COPY = 'is no copy of the one at DATABASE_URL'

interface Schema {
  /** The moment of its first migration, to the microsecond: what every copy of a database has, and no other one. */
  readonly origin: string | null
  readonly newest: number | null
  /** Whether it follows another database. */
  readonly follows: boolean
  /** Since the last change that it has followed; null when there was none since its start. */
  readonly behindS: number | null
}

async function readSchema(db: Database): Promise<Schema> {
  const { rows } = await sql<Omit<Schema, 'behindS'> & { readonly behindS: string | null }>`
    select min(extract(epoch from applied_at))::text as origin, max(id) as newest, pg_is_in_recovery() as follows,
      extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::text as "behindS"
    from schema_migration`.execute(db)
  const [row] = rows
  if (!row) return { origin: null, newest: null, follows: false, behindS: null }
  return { ...row, behindS: row.behindS === null ? null : Number(row.behindS) }
}

function problemOf(wanted: Schema, found: Schema): string | null {
  if (found.origin !== wanted.origin) return NO_COPY
  if (!found.follows) return 'follows no database'
  // A newer one comes before the servers of its release.
  if (Number(found.newest) < Number(wanted.newest)) return 'has not the schema of this version yet'
  if (found.behindS === null || found.behindS > MOST_BEHIND_S) return 'is too far behind'
  return null
}
