import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Client } from 'pg'
import type { Logger } from '#server/base/logger.ts'
import type { Database } from '#server/db/tables.ts'
import type { FeedLine } from './feed.ts'

const CHANNEL = 'koi_feed'
/** PostgreSQL takes 8,000 bytes in one notification. */
const MOST_BYTES = 7_900
/** Doubles with each failed try to connect. */
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
const CONNECT_MS = 5_000

interface Connection {
  readonly ended: Promise<void>
}

interface PostgresLineOptions {
  /** Publishes; it may go through a pooler. */
  readonly db: Database
  /** Address without a pooler: listening needs a session of its own. */
  readonly directUrl: string
  readonly logger: Logger
}

/**
 * Notifications of PostgreSQL, sent by statements of their own and never within a transaction that moves money: the
 * database lets only one transaction with a notification commit at a time.
 */
export function postgresLine({ db, directUrl, logger }: PostgresLineOptions): FeedLine {
  const closing = new AbortController()
  let client: Client | null = null
  let going: Promise<void> = Promise.resolve()

  return {
    async send(messages) {
      const payloads = packed(messages)
      await sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) payload`.execute(db)
    },

    async listen(onMessage, onBreak) {
      const { default: pg } = await import('pg')
      const connect = async (): Promise<Connection> => {
        const next = new pg.Client({
          connectionString: directUrl,
          application_name: 'koi-feed',
          connectionTimeoutMillis: CONNECT_MS,
          keepAlive: true,
          keepAliveInitialDelayMillis: 10_000,
        })
        const ended = new Promise<void>((resolve) => next.on('end', resolve).on('error', () => resolve()))
        next.on('notification', ({ payload }) => payload?.split('\n').forEach(onMessage))
        try {
          await next.connect()
          await next.query(`listen ${CHANNEL}`)
          // Closed meanwhile: nobody else would end this connection.
          closing.signal.throwIfAborted()
        } catch (error) {
          await next.end().catch(() => {})
          throw error
        }
        client = next
        return { ended }
      }
      const stayConnected = async (first: Connection) => {
        for (let connection: Connection | null = first; connection !== null;) {
          await connection.ended
          if (closing.signal.aborted) return
          logger.warn('the connection that listens to events is lost')
          connection = await again(connect)
          if (connection === null) return
          logger.info('events are listened to again')
          onBreak()
        }
      }
      going = stayConnected(await connect())
    },

    advice:
      'Listening needs a session of its own: where a pooler stands before the database, set DATABASE_DIRECT_URL to the address without it.',

    async close() {
      closing.abort()
      await client?.end().catch(() => {})
      await going
    },
  }

  /** Tries until it can be reached; null once the line is closed. */
  async function again(connect: () => Promise<Connection>): Promise<Connection | null> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      await sleep(pause, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      if (closing.signal.aborted) return null
      const connection = await connect().catch(() => null)
      if (connection !== null) return connection
    }
  }
}

function packed(messages: readonly string[]): string[] {
  const payloads: string[] = []
  let bytes = Infinity
  for (const message of messages) {
    const more = Buffer.byteLength(message) + 1
    if (bytes + more > MOST_BYTES) {
      payloads.push(message)
      bytes = more
    } else {
      payloads.push(`${payloads.pop()}\n${message}`)
      bytes += more
    }
  }
  return payloads
}
