import type { SqlFunction } from '#server/db/functions/sql-function.ts'

/** One statement, because PGlite runs one at a time, or a function in its current version. */
export type Statement = string | SqlFunction

export interface Migration {
  readonly id: number
  readonly name: string
  /** Never edited once released. */
  readonly up: readonly Statement[]
}
