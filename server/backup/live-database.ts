import { sql } from 'kysely'
import { StartupError } from '#server/base/startup-error.ts'
import { createLogger } from '#server/base/logger.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { firstLine } from '#server/db/postgres-pool.ts'
import { readNewestMovement } from './newest-moments.ts'
import { parseLsn } from './wal.ts'

export interface LiveDatabase {
  readonly system: string
  /** End of all that it has acknowledged. */
  readonly flushed: bigint
  readonly newestMovement: Date | null
}

/** @returns why it does not answer, in words, if it does not */
export async function readLiveDatabase(databaseUrl: string): Promise<LiveDatabase | string> {
  try {
    const { db, close } = await openDatabase({ databaseUrl, dataDir: '' }, createLogger('silent'))
    try {
      const newestMovement = await readNewestMovement(db)
      const { rows } = await sql<{ system: string; flushed: string }>`
        select system_identifier::text as system, pg_current_wal_flush_lsn()::text as flushed
        from pg_control_system()`.execute(db)
      const [row] = rows
      return row
        ? { system: row.system, flushed: parseLsn(row.flushed), newestMovement }
        : 'it does not answer'
    } finally {
      await close()
    }
  } catch (error) {
    // Its advice is for servers: after a loss nobody can start it.
    return firstLine(error instanceof StartupError ? (error.cause ?? error) : error)
  }
}
