import type { Database } from '#server/db/tables.ts'

/** One kind of database, as the suites that run on every kind need it. */
export interface TestBackend {
  readonly name: string
  /** Drops everything and returns the now empty database. */
  reset(): Promise<Database>
  /** Another process's view of the same database. */
  openAnother(): Promise<Database>
  /** A database that does not answer. */
  openBroken(): Promise<Database>
}
