import type { Pool, PoolClient } from 'pg'
import { hideCredentials, type Logger } from '#server/base/logger.ts'
import { USUAL_CONNECTIONS } from './connections.ts'

interface Patience {
  /** Timeout of an answer; absent means only the limits of the database count. */
  readonly answerMs?: number
  readonly connectMs?: number
}

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
    // Bursts repeat: a request that has to open a connection takes three times as long.
    idleTimeoutMillis: 5 * 60_000,
    // A machine that dies does not close its connections.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  outliveErrors(pool, (error) => logger.warn({ err: error }, 'database connection lost'))
  return pool
}

/**
 * Prevents a lost connection from ending the process, idle or in use.
 * @param onIdleLost called for idle connections; the user of another one gets an error from the next statement
 */
export function outliveErrors(pool: Pool, onIdleLost: (error: Error) => void = () => {}): void {
  pool.on('error', onIdleLost)
  // The pool does not listen to connections in use.
  pool.on('connect', (client) => client.on('error', () => {}))
}

/** Host and database; without credentials. */
export function placeOf(connectionString: string): string {
  const { host, pathname } = new URL(connectionString)
  return `${host || 'localhost'}${pathname}`
}

export async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

/** For the middle of a sentence; without credentials. */
export function firstLine(error: unknown): string {
  // A connection tried over both IPv6 and IPv4 fails with an AggregateError whose own message is empty.
  const cause = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  const text = cause instanceof Error ? cause.message : String(cause)
  return hideCredentials(text.split('\n')[0] ?? '').replace(/\.$/, '')
}
