import { LIVE_EVENTS, LIVE_OPEN, type LiveTopic } from '#contract/live.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Logger } from '#server/base/logger.ts'
import { Refusal } from '#server/base/refusal.ts'
import { repeat } from '#server/base/repeat.ts'
import type { Database } from '#server/db/tables.ts'
import type { Feed } from '#server/feed/feed.ts'
import type { PlayerTopics } from '#server/feed/player-news.ts'
import { readSession, tokensInUse } from '#server/identity/sessions.ts'
import { createEventStream, type EventStream } from './event-stream.ts'

/** Streams of one player at a time and process; a further one ends the oldest. */
const MAX_PER_PLAYER = 4
const MAX_STREAMS = 10_000
/** What ended so long ago is told to a client that comes back. */
const RECENT_MS = 2 * 60_000
const HEARTBEAT_MS = 15_000
/** Events of one moment are answered by one question. */
const GATHER_MS = 20
/** How often it is asked without an event, should one have been lost; more often while no events are heard. */
const LOST_MS = 15_000
const DEAF_MS = 1_000

interface Listener {
  readonly uid: number
  readonly token: string
  readonly topics: readonly LiveTopic[]
  readonly stream: EventStream
  /** JSON of what it was told last, by topic and id. */
  readonly told: Map<string, string>
}

interface LiveOptions {
  readonly db: Database
  readonly feed: Feed
  readonly topics: PlayerTopics
  readonly clock: Clock
  readonly logger: Logger
  readonly maxStreams?: number
  /** How often sessions and clients are looked at. */
  readonly beatMs?: number
}

interface Asked {
  readonly uid: number
  readonly token: string
  readonly topics: readonly LiveTopic[]
  /** The last event that the client has heard. */
  readonly after?: string | undefined
}

export interface Live {
  /** The player of a session's token. @throws Refusal `unauthorized` */
  listenerOf(token: string): Promise<number>
  /** @throws Refusal `unavailable` when there are as many streams as can be */
  requireRoom(): void
  /**
   * What happens, without end; it ends when the session does.
   * @throws Refusal `unavailable`
   */
  open(asked: Asked): ReadableStream<Uint8Array>
  /** Ends all streams. */
  stop(): Promise<void>
}

/**
 * Tells players what happens, as it happens. An event of the feed says only of whom to ask: what is told is read in the
 * database, one question a topic for all who listen in this process. Without listeners it asks nothing.
 */
export function createLive({
  db,
  feed,
  topics: readers,
  clock,
  logger,
  maxStreams = MAX_STREAMS,
  beatMs = HEARTBEAT_MS,
}: LiveOptions): Live {
  const topicNames = Object.keys(LIVE_EVENTS) as LiveTopic[]
  const listeners = new Set<Listener>()
  /** Who has to be asked about; of all who listen when it says so. */
  const due = new Map<LiveTopic, Set<number>>(topicNames.map((topic) => [topic, new Set()]))
  /** Who has something under way, as far as was read. */
  const openPlayers = new Map<LiveTopic, Set<number>>(topicNames.map((topic) => [topic, new Set()]))
  let timer: NodeJS.Timeout | undefined
  let telling: Promise<void> = Promise.resolve()
  let askedAllAt = 0
  let isStopped = false

  const stopFollowing = feed.follow(topicNames, {
    onEvent: ({ topic, data }) => {
      const players = due.get(topic as LiveTopic)
      for (const player of playersOf(data)) players?.add(player)
      schedule(GATHER_MS)
    },
    onGap: askAll,
  })
  const beating = repeat(beat, { firstMs: beatMs })

  function askAll(): void {
    for (const { uid, topics } of listeners) for (const topic of topics) due.get(topic)?.add(uid)
    askedAllAt = performance.now()
    schedule(GATHER_MS)
  }

  function schedule(ms: number): void {
    if (timer !== undefined || isStopped || !isAnyDue()) return
    timer = setTimeout(() => {
      telling = tell().then(() => {
        timer = undefined
        if (isAnyDue()) schedule(GATHER_MS)
      })
    }, ms)
    timer.unref()
  }

  function isAnyDue(): boolean {
    return [...due.values()].some(({ size }) => size > 0)
  }

  async function tell(): Promise<void> {
    for (const topic of topicNames) {
      const asked = due.get(topic) ?? new Set()
      if (asked.size === 0) continue
      due.set(topic, new Set())
      try {
        await tellTopic(topic, asked)
      } catch (error) {
        logger.warn({ err: error, topic }, 'players cannot be told what happens')
        // It is asked again with the next round of all.
      }
    }
  }

  async function tellTopic(topic: LiveTopic, asked: ReadonlySet<number>): Promise<void> {
    const concerned = [...listeners].filter(({ uid, topics }) => asked.has(uid) && topics.includes(topic))
    if (concerned.length === 0) return
    // What is published while the database is read may be missing in its answer.
    const id = feed.newest()
    const players = [...new Set(concerned.map(({ uid }) => uid))]
    const news = await readers[topic].read(db, players, new Date(clock() - RECENT_MS))
    const underWay = openPlayers.get(topic)
    for (const player of players) underWay?.delete(player)
    const byPlayer = new Map<number, (typeof news)[number]['item'][]>()
    for (const { player, item, isUnderWay } of news) {
      byPlayer.set(player, [...(byPlayer.get(player) ?? []), item])
      if (isUnderWay) underWay?.add(player)
    }
    for (const { uid, told, stream } of concerned) {
      const changed = (byPlayer.get(uid) ?? []).flatMap((item) => {
        const [key, json] = [`${topic} ${item.id}`, JSON.stringify(item)]
        if (told.get(key) === json) return []
        told.set(key, json)
        return [json]
      })
      if (changed.length > 0) stream.send({ id, name: topic, data: `[${changed.join()}]` })
    }
  }

  async function beat(): Promise<number> {
    try {
      if (listeners.size > 0) {
        await endDeadSessions()
        const id = feed.newest()
        for (const { stream } of listeners) stream.send({ id })
      }
    } catch (error) {
      logger.warn({ err: error }, 'sessions of streams cannot be looked at')
    }
    return beatMs
  }
  const asking = [
    repeat(
      async () => {
        if (performance.now() - askedAllAt >= (feed.hears() ? LOST_MS : DEAF_MS)) askAll()
        return DEAF_MS
      },
      { firstMs: DEAF_MS },
    ),
    ...topicNames.flatMap((topic) => {
      const { askEveryMs } = readers[topic]
      return askEveryMs === undefined
        ? []
        : [repeat(() => askOpen(topic, askEveryMs), { firstMs: askEveryMs })]
    }),
  ]

  async function askOpen(topic: LiveTopic, everyMs: number): Promise<number> {
    for (const player of openPlayers.get(topic) ?? []) due.get(topic)?.add(player)
    schedule(0)
    return everyMs
  }

  async function endDeadSessions(): Promise<void> {
    const asked = [...listeners]
    const inUse = await tokensInUse(
      db,
      asked.map(({ token }) => token),
      clock(),
    )
    for (const { token, stream } of asked) if (!inUse.has(token)) stream.end()
  }

  function requireRoom(): void {
    if (isStopped || listeners.size >= maxStreams) {
      throw new Refusal('unavailable', 'No more streams are possible right now')
    }
  }

  /** Whether something of the player may have happened since the last event that he has heard. */
  function mayHaveMissed({ uid, topics, after }: Asked): boolean {
    if (after === undefined) return true
    let hasMissed = false
    const follower = {
      onEvent: ({ data }: { readonly data: unknown }) => (hasMissed ||= playersOf(data).includes(uid)),
      onGap: () => (hasMissed = true),
    }
    feed.follow(topics, follower, after)()
    return hasMissed
  }

  return {
    async listenerOf(token) {
      const session = await readSession(db, token, clock())
      if (session) return session.uid
      throw new Refusal('unauthorized', 'Authorization verification failed', { isDeadToken: true })
    },

    requireRoom,

    open(asked) {
      requireRoom()
      const { uid, token, topics } = asked
      const own = [...listeners].filter((listener) => listener.uid === uid)
      for (const { stream } of own.slice(0, Math.max(0, own.length - MAX_PER_PLAYER + 1))) stream.end()
      const stream = createEventStream(() => void listeners.delete(listener))
      const listener: Listener = { uid, token, topics, stream, told: new Map() }
      listeners.add(listener)
      stream.send({ id: feed.newest(), name: LIVE_OPEN, data: '{}' })
      if (mayHaveMissed(asked)) {
        for (const topic of topics) due.get(topic)?.add(uid)
        schedule(GATHER_MS)
      }
      return stream.body
    },

    async stop() {
      isStopped = true
      clearTimeout(timer)
      stopFollowing()
      for (const { stream } of listeners) stream.end()
      await Promise.all([telling, beating.stop(), ...asking.map(({ stop }) => stop())])
    },
  }
}

const playersOf = (data: unknown): readonly number[] =>
  Array.isArray(data) ? data.filter((player): player is number => Number.isInteger(player)) : []
