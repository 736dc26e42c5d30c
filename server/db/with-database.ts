import { createLogger } from '#server/base/logger.ts'
import { requireCurrentSchema } from './migrate.ts'
import { openDatabase, requireDatabase, type DatabaseConfig } from './open-database.ts'
import type { Database } from './tables.ts'

/**
 * Runs a command's work and closes the database.
 * @throws StartupError when there is no database of this version, or a server has the PGlite directory open
 */
export async function withDatabase(
  config: DatabaseConfig,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  requireDatabase(config)
  const { db, description, close } = await openDatabase(config, createLogger('silent'))
  try {
    await requireCurrentSchema(db, description)
    await work(db)
  } finally {
    await close()
  }
}
