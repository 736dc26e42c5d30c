import type { Database } from '#server/db/tables.ts'
import { watchStatements } from './watched-database.ts'

/** Simulates a kill: a transaction under way is lost. */
export class CrashError extends Error {
  override readonly name = 'CrashError'
}

/** A view of the database for a process that dies before its statement number `statements` + 1. */
export function crashAfter(db: Database, statements: number): Database {
  let left = statements
  return watchStatements(db, () => {
    if (left-- <= 0) throw new CrashError()
  })
}
