import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { callScope, CallGivenUpError } from './call-scope.ts'
import { isDiskFull } from './database-trouble.ts'

/** Of a transaction that a call waits for; the work of the server itself has the connection's own limits. */
const CALL_LOCK_TIMEOUT_MS = 2_000
const CALL_STATEMENT_TIMEOUT_MS = 4_000

interface GuardOptions {
  /** Whether several sessions wait for each other's locks. */
  readonly hasLocks: boolean
  /** Told of every statement that had no room on the disk. */
  readonly onDiskFull?: () => void
}

/**
 * A dialect whose calls keep to their time: a transaction of a call waits for locks and statements no longer than
 * its caller, and one whose caller was told that it could not be done is rolled back.
 */
export function guardedDialect(dialect: Dialect, options: GuardOptions): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createDriver: () => new GuardedDriver(dialect.createDriver(), options),
  }
}

class GuardedDriver implements Driver {
  readonly #driver: Driver
  readonly #options: GuardOptions

  constructor(driver: Driver, options: GuardOptions) {
    this.#driver = driver
    this.#options = options
  }

  init = () => this.#driver.init()
  destroy = () => this.#driver.destroy()

  async acquireConnection(): Promise<DatabaseConnection> {
    refuseGivenUp()
    return new GuardedConnection(await this.#driver.acquireConnection(), this.#options)
  }

  releaseConnection = (connection: DatabaseConnection) => this.#driver.releaseConnection(innerOf(connection))

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (connection instanceof GuardedConnection) connection.isInTransaction = true
    if (!callScope() || !this.#options.hasLocks)
      return this.#driver.beginTransaction(innerOf(connection), settings)
    const { isolationLevel, accessMode } = settings
    const begin = `start transaction${isolationLevel ? ` isolation level ${isolationLevel}` : ''} ${accessMode ?? ''}`
    // One message, so it costs no turn more; `local`, so that a pooler in between may give the session to others.
    const limits = `set local lock_timeout = ${CALL_LOCK_TIMEOUT_MS}; set local statement_timeout = ${CALL_STATEMENT_TIMEOUT_MS}`
    await innerOf(connection).executeQuery(CompiledQuery.raw(`${begin}; ${limits}`))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    keep()
    return this.#driver.commitTransaction(innerOf(connection))
  }

  rollbackTransaction = (connection: DatabaseConnection) =>
    this.#driver.rollbackTransaction(innerOf(connection))
}

class GuardedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  readonly #options: GuardOptions
  isInTransaction = false

  constructor(inner: DatabaseConnection, options: GuardOptions) {
    this.inner = inner
    this.#options = options
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.isInTransaction && changesRows(query)) keep()
    try {
      return await this.inner.executeQuery<R>(query)
    } catch (error) {
      if (isDiskFull(error)) this.#options.onDiskFull?.()
      throw error
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery(query, chunkSize)
  }
}

const innerOf = (connection: DatabaseConnection) =>
  connection instanceof GuardedConnection ? connection.inner : connection

/** What is written as text, the counts of tries, is taken back instead. */
const changesRows = ({ query }: CompiledQuery) => /^(Insert|Update|Delete|Merge)QueryNode$/.test(query.kind)

function refuseGivenUp(): void {
  if (callScope()?.isGivenUp) throw new CallGivenUpError('The call was given up')
}

/** From here on the call may have been done. */
function keep(): void {
  refuseGivenUp()
  const scope = callScope()
  if (scope) scope.isKept = true
}
