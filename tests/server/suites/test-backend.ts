import type { Database } from '#server/db/tables.ts'

/** One kind of database, as the suites that run on every kind need it. */
export interface TestBackend {
  readonly name: 'PGlite' | 'PostgreSQL'
  /** An empty database in the place of the one before. */
  reset(): Promise<Database>
  /** The same with the schema and the seed of this version. */
  fresh(): Promise<Database>
  /** Another process's view of the same database. */
  openAnother(): Promise<Database>
  /** A database that does not answer. */
  openBroken(): Promise<Database>
}
