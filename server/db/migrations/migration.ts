import type { SqlFunction } from '#server/db/functions/sql-function.ts'

/** One statement, because PGlite runs one at a time, or a function in its current version. */
export type Statement = string | SqlFunction

export interface Migration {
  readonly id: number
  readonly name: string
  /**
   * The newest migration that a process must know to go on with the schema that this one makes, so that processes of
   * two releases share the database while one replaces the other. Null if all must be stopped first.
   */
  readonly compatibleSince?: number | null
  /** Never edited once released. */
  readonly up: readonly Statement[]
}
