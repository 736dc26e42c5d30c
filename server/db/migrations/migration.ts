import type { SqlFunction } from '#server/db/functions/sql-function.ts'

/** One statement, because PGlite runs one at a time, or a function in its current version. */
export type Statement = string | SqlFunction

export interface Migration {
  readonly id: number
  readonly name: string
  /**
   * True if the release before can go on with the schema that it makes: it only adds, and what it replaces still serves
   * both. Processes of both releases then share the database while one replaces the other.
   */
  readonly compatible?: boolean
  /** Never edited once released. */
  readonly up: readonly Statement[]
}
