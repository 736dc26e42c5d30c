import type { PGlite } from '@electric-sql/pglite'
import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'

const INT8 = 20

/** Kysely over PGlite's own query API. PGlite is one session, so callers take turns in order of arrival. */
export class PGliteDialect implements Dialect {
  readonly #lite: PGlite

  constructor(lite: PGlite) {
    this.#lite = lite
  }

  createAdapter = () => new PostgresAdapter()
  createQueryCompiler = () => new PostgresQueryCompiler()
  createIntrospector = (db: Kysely<unknown>) => new PostgresIntrospector(db)
  createDriver = (): Driver => new PGliteDriver(this.#lite)
}

class PGliteDriver implements Driver {
  readonly #lite: PGlite
  readonly #release = new WeakMap<DatabaseConnection, () => void>()
  #lastTurn: Promise<void> = Promise.resolve()

  constructor(lite: PGlite) {
    this.#lite = lite
  }

  async init(): Promise<void> {
    await this.#lite.waitReady
    // A bigint is text here as it is from PostgreSQL's driver; PGlite would make a number of it. Not an option of each
    // query: for that PGlite copies the parsers of all types.
    this.#lite.parsers[INT8] = (text: string) => text
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const previousTurn = this.#lastTurn
    let endTurn = (): void => {}
    this.#lastTurn = new Promise((resolve) => (endTurn = resolve))
    await previousTurn
    const connection = new PGliteConnection(this.#lite)
    this.#release.set(connection, endTurn)
    return connection
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#release.get(connection)?.()
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const isolation = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : ''
    await connection.executeQuery(CompiledQuery.raw(`begin${isolation}`))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    if (!this.#lite.closed) await this.#lite.close()
  }
}

class PGliteConnection implements DatabaseConnection {
  readonly #lite: PGlite

  constructor(lite: PGlite) {
    this.#lite = lite
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affectedRows } = await this.#lite.query<R>(sql, [...parameters])
    return { rows, numAffectedRows: BigInt(affectedRows ?? 0) }
  }

  // oxlint-disable-next-line require-yield -- the interface demands a generator; PGlite has no cursors
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('PGlite cannot stream a query')
  }
}
