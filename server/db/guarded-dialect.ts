import {
  AliasNode,
  CompiledQuery,
  TableNode,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type OperationNode,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { inStep } from '#server/base/trace.ts'
import { callScope, CallAbortedError, keepCall } from './call-scope.ts'
import { isDiskFull } from './database-trouble.ts'

/** For transactions of requests; the server's own work has the limits of the connection. */
const CALL_LOCK_TIMEOUT_MS = 2_000
const CALL_STATEMENT_TIMEOUT_MS = 4_000

interface GuardOptions {
  /** True if sessions can wait for each other's locks. */
  readonly hasLocks: boolean
  readonly onDiskFull?: () => void
  /** Called with the changed tables after the commit. Statements written as text are not reported. */
  readonly onChanged?: (tables: ReadonlySet<string>) => void
}

/**
 * Transactions of requests wait for locks and statements no longer than their caller, and are rolled back if the
 * caller was told that the request failed.
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
    refuseAborted()
    return new GuardedConnection(await this.#driver.acquireConnection(), this.#options)
  }

  releaseConnection = (connection: DatabaseConnection) => this.#driver.releaseConnection(innerOf(connection))

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (connection instanceof GuardedConnection) connection.isInTransaction = true
    if (!callScope() || !this.#options.hasLocks)
      return this.#driver.beginTransaction(innerOf(connection), settings)
    const { isolationLevel, accessMode } = settings
    const begin = `start transaction${isolationLevel ? ` isolation level ${isolationLevel}` : ''} ${accessMode ?? ''}`
    // One message, so it costs no extra round trip; `local`, because a pooler may give the session to others.
    const limits = `set local lock_timeout = ${CALL_LOCK_TIMEOUT_MS}; set local statement_timeout = ${CALL_STATEMENT_TIMEOUT_MS}`
    await innerOf(connection).executeQuery(CompiledQuery.raw(`${begin}; ${limits}`))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    keep()
    await this.#driver.commitTransaction(innerOf(connection))
    if (connection instanceof GuardedConnection) connection.tellChanged()
  }

  rollbackTransaction = (connection: DatabaseConnection) =>
    this.#driver.rollbackTransaction(innerOf(connection))
}

class GuardedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  readonly #options: GuardOptions
  readonly #changed = new Set<string>()
  isInTransaction = false

  constructor(inner: DatabaseConnection, options: GuardOptions) {
    this.inner = inner
    this.#options = options
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.isInTransaction && changesRows(query)) keep()
    try {
      const result = await inStep(
        () => stepOf(query),
        () => this.inner.executeQuery<R>(query),
      )
      this.#note(query, result)
      return result
    } catch (error) {
      if (isDiskFull(error)) this.#options.onDiskFull?.()
      throw error
    }
  }

  tellChanged(): void {
    if (this.#changed.size > 0) this.#options.onChanged?.(new Set(this.#changed))
    this.#changed.clear()
  }

  #note({ query }: CompiledQuery, { numAffectedRows = 0n }: QueryResult<unknown>): void {
    const table = changedTable(query)
    if (table === null || numAffectedRows === 0n) return
    this.#changed.add(table)
    if (!this.isInTransaction) this.tellChanged()
  }

  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery(query, chunkSize)
  }
}

const innerOf = (connection: DatabaseConnection) =>
  connection instanceof GuardedConnection ? connection.inner : connection

/** Raw SQL counts tries; those are given back instead. */
const changesRows = ({ query }: CompiledQuery) => /^(Insert|Update|Delete|Merge)QueryNode$/.test(query.kind)

/** Kind and table. The text of a statement may hold values. */
function stepOf({ query }: CompiledQuery): string {
  const table = query.kind === 'SelectQueryNode' ? nameOf(query.from?.froms[0]) : changedTable(query)
  return `${query.kind.replace(/(?:Query)?Node$/, '').toLowerCase()} ${table ?? ''}`.trim()
}

function changedTable(query: CompiledQuery['query']): string | null {
  switch (query.kind) {
    case 'InsertQueryNode':
    case 'MergeQueryNode':
      return nameOf(query.into)
    case 'UpdateQueryNode':
      return nameOf(query.table)
    case 'DeleteQueryNode':
      return nameOf(query.from.froms[0])
    default:
      return null
  }
}

function nameOf(node: OperationNode | undefined): string | null {
  if (node && AliasNode.is(node)) return nameOf(node.node)
  return node && TableNode.is(node) ? node.table.identifier.name : null
}

function refuseAborted(): void {
  if (callScope()?.isAborted) throw new CallAbortedError('The call was aborted')
}

/** From here on the request may be committed. */
const keep = () => keepCall(callScope())
