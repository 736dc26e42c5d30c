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

const LOOK_MS = 5_000
/** A standby with a larger delay is not read. The database is written to every few seconds. */
const MOST_BEHIND_S = 60
/** Timeouts for a standby that stops answering: shorter than a request's own. */
const ANSWER_MS = 3_000
const CONNECT_MS = 1_000
const END_MS = 2_000
/** For public figures and the books, one query of each at a time. */
const SUM_CONNECTIONS = 2

/** For reads that decide nothing: from a standby, which may be a moment behind, else from the database itself. */
export interface Reads {
  /** For requests: a silent standby delays each by a few seconds at most. */
  forCalls(): Database
  forSums(): Database
}

export interface OpenReads extends Reads {
  /** Source of the reads; without credentials. */
  description(): string
  close(): Promise<void>
}

export const readsOf = (db: Database): Reads => ({ forCalls: () => db, forSums: () => db })

/**
 * Opens the standby at `databaseReadUrl` and checks it regularly. While it is not reachable, does not follow, or is
 * too far behind, reads go to the database itself.
 * @throws StartupError when it is not a copy of the database
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
    // Not by Kysely, which does not close a pool that it never used. A silent standby must not delay the stop.
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
  /**
   * Time of the first migration, to the microsecond: the same in every copy of a database, and in no other database.
   */
  readonly origin: string | null
  readonly newest: number | null
  readonly follows: boolean
  /** Seconds since the last change that it replayed; null before the first one. */
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
  // A newer schema is fine: the standby gets it before the servers are updated.
  if (Number(found.newest) < Number(wanted.newest)) return 'has not the schema of this version yet'
  if (found.behindS === null || found.behindS > MOST_BEHIND_S) return 'is too far behind'
  return null
}
