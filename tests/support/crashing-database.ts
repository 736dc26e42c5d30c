import type { Database } from '#server/db/tables.ts'
import { watchStatements } from './watched-database.ts'

/** What ends everything, as a kill does: nothing of a transaction under way is kept. */
export class CrashError extends Error {
  override readonly name = 'CrashError'
}

/** The same database for a process that dies before its statement number `statements` + 1. */
export function crashAfter(db: Database, statements: number): Database {
  let left = statements
  return watchStatements(db, () => {
    if (left-- <= 0) throw new CrashError()
  })
}
