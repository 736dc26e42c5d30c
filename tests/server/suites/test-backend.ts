import type { Database } from '#server/db/tables.ts'

/** A kind of database, for suites that run on every kind. */
export interface TestBackend {
  readonly name: 'PGlite' | 'PostgreSQL'
  /** Replaces the database by an empty one. */
  reset(): Promise<Database>
  /** Replaces the database by one with the current schema and seed. */
  fresh(): Promise<Database>
  /** Connects to the same database as another process. */
  openAnother(): Promise<Database>
  /** A database that does not answer. */
  openBroken(): Promise<Database>
}
