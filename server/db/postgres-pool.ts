import type { Pool, PoolClient } from 'pg'
import { hideCredentials, type Logger } from '#server/base/logger.ts'
import { USUAL_CONNECTIONS } from './connections.ts'

interface Patience {
  /** For an answer; without end unless given, as the database has limits of its own. */
  readonly answerMs?: number
  readonly connectMs?: number
}

/** Connects when there is something to ask. */
export async function createPool(
  connectionString: string,
  connections: number | undefined,
  logger: Logger,
  { answerMs, connectMs = 5_000 }: Patience = {},
): Promise<Pool> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString,
    application_name: 'koi',
    connectionTimeoutMillis: connectMs,
    ...(answerMs !== undefined && { query_timeout: answerMs }),
    max: connections ?? USUAL_CONNECTIONS,
    // Bursts come again: a call that has to wait for a new connection takes three times as long.
    idleTimeoutMillis: 5 * 60_000,
    // A database whose machine is gone closes nothing by itself.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  outliveErrors(pool, (error) => logger.warn({ err: error }, 'database connection lost'))
  return pool
}

/**
 * Keeps a connection that is lost from ending this process, be it idle or lent out.
 * @param onIdleLost told of those that nobody uses; who has one learns it from the next statement, which fails
 */
export function outliveErrors(pool: Pool, onIdleLost: (error: Error) => void = () => {}): void {
  pool.on('error', onIdleLost)
  // The pool does not listen to a connection that it has lent out.
  pool.on('connect', (client) => client.on('error', () => {}))
}

/** Host and database, for people; never with credentials. */
export function placeOf(connectionString: string): string {
  const { host, pathname } = new URL(connectionString)
  return `${host || 'localhost'}${pathname}`
}

/** Asks something, to see that it can be reached. */
export async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

/** The first line of what went wrong, for the middle of a sentence; without credentials. */
export function firstLine(error: unknown): string {
  // A connection tried over both IPv6 and IPv4 fails with an AggregateError whose own message is empty.
  const cause = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  const text = cause instanceof Error ? cause.message : String(cause)
  return hideCredentials(text.split('\n')[0] ?? '').replace(/\.$/, '')
}
