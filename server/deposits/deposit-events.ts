import { sql } from 'kysely'
import type { Deposit } from '#contract/deposits.ts'
import type { Clock } from '#server/base/clock.ts'
import { Refusal } from '#server/base/refusal.ts'
import { readSession, tokensInUse } from '#server/identity/sessions.ts'
import type { Database } from '#server/db/tables.ts'
import type { Logger } from '#server/base/logger.ts'
import { depositsWithCoins, toDeposit } from './deposit-rows.ts'

/** Streams of one player at a time and process; a further one ends the oldest. */
const MAX_PER_PLAYER = 4
const MAX_STREAMS = 2_000
/** A client with so much waiting does not read any more. */
const MAX_WAITING_BYTES = 64 * 1024
/** What was settled so long ago is told to a client that comes back. */
const RECENT_MS = 2 * 60_000
const HEARTBEAT_MS = 15_000

interface Stream {
  readonly uid: number
  readonly token: string
  readonly send: (text: string) => void
  readonly end: () => void
  /** JSON of the deposits it was told last, by id. */
  readonly told: Map<string, string>
  isNew: boolean
}

interface EventOptions {
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly everyMs?: number
  readonly maxStreams?: number
}

export interface DepositEvents {
  /** The player of a session's token. @throws Refusal `unauthorized` */
  listenerOf(token: string): Promise<number>
  /** @throws Refusal `unavailable` when there are as many streams as can be */
  requireRoom(): void
  /**
   * Events of the player's deposits, without end; it ends when the session does.
   * @throws Refusal `unavailable`
   */
  open(uid: number, token: string): ReadableStream<Uint8Array>
  /** Ends all streams. */
  stop(): Promise<void>
}

/**
 * Tells players about their deposits while they are under way. Every process asks the database once a second for
 * all of its listeners together, so it does not matter which one watches the chain; without listeners it asks
 * nothing.
 */
export function createDepositEvents({
  db,
  clock,
  logger,
  everyMs = 1_000,
  maxStreams = MAX_STREAMS,
}: EventOptions): DepositEvents {
  const streams = new Set<Stream>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let sessionsCheckedAt = 0
  let beatAt = 0
  let isStopped = false

  const schedule = (ms: number) => {
    if (timer !== undefined || isStopped || streams.size === 0) return
    timer = setTimeout(() => {
      running = tell()
        .catch((error: unknown) => logger.warn({ err: error }, 'deposits cannot be told'))
        .then(() => {
          timer = undefined
          schedule(everyMs)
        })
    }, ms)
    timer.unref()
  }

  async function tell(): Promise<void> {
    const now = clock()
    if (now - sessionsCheckedAt >= HEARTBEAT_MS) {
      sessionsCheckedAt = now
      await endDeadSessions(now)
    }
    const uids = [...new Set([...streams].map(({ uid }) => uid))]
    if (uids.length === 0) return
    const rows = await depositsWithCoins(db)
      .where(sql<boolean>`deposit.account_id = any(${uids}::integer[])`)
      .where((where) =>
        where.or([
          where('deposit.status', 'in', ['confirming', 'confirmed']),
          where('deposit.updated_at', '>', new Date(now - RECENT_MS)),
        ]),
      )
      .orderBy('deposit.id', 'desc')
      .execute()
    const isBeat = now - beatAt >= HEARTBEAT_MS
    if (isBeat) beatAt = now
    for (const stream of streams) {
      const changed: Deposit[] = []
      for (const row of rows) {
        if (row.account_id !== stream.uid) continue
        const deposit = toDeposit(row)
        const json = JSON.stringify(deposit)
        if (stream.told.get(deposit.id) === json) continue
        stream.told.set(deposit.id, json)
        changed.push(deposit)
      }
      // The first event tells that the stream works, even when there is nothing to tell.
      if (changed.length > 0 || stream.isNew)
        stream.send(`data: ${JSON.stringify({ deposits: changed })}\n\n`)
      else if (isBeat) stream.send(': \n\n')
      stream.isNew = false
    }
  }

  async function endDeadSessions(now: number): Promise<void> {
    const asked = [...streams]
    const tokens = asked.map(({ token }) => token)
    const inUse = await tokensInUse(db, tokens, now)
    for (const stream of asked) {
      if (!inUse.has(stream.token)) stream.end()
    }
  }

  return {
    async listenerOf(token) {
      const session = await readSession(db, token, clock())
      if (session) return session.uid
      throw new Refusal('unauthorized', 'Authorization verification failed', { isDeadToken: true })
    },

    requireRoom,

    open(uid, token) {
      requireRoom()
      const own = [...streams].filter((stream) => stream.uid === uid)
      for (const oldest of own.slice(0, Math.max(0, own.length - MAX_PER_PLAYER + 1))) oldest.end()
      const body = createStream(uid, token)
      schedule(0)
      return body
    },

    async stop() {
      isStopped = true
      clearTimeout(timer)
      for (const stream of streams) stream.end()
      await running
    },
  }

  function requireRoom(): void {
    if (isStopped || streams.size >= maxStreams) {
      throw new Refusal('unavailable', 'No more streams are possible right now')
    }
  }

  function createStream(uid: number, token: string): ReadableStream<Uint8Array> {
    const encoder = new TextEncoder()
    let stream: Stream | undefined
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          const end = () => {
            if (stream && streams.delete(stream)) controller.close()
          }
          const send = (text: string) => {
            if ((controller.desiredSize ?? 0) < 0) end()
            else controller.enqueue(encoder.encode(text))
          }
          stream = { uid, token, send, end, told: new Map(), isNew: true }
          streams.add(stream)
        },
        cancel() {
          if (stream) streams.delete(stream)
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MAX_WAITING_BYTES }),
    )
  }
}
