import {
  isPublicTopic,
  type PublicTopic,
  LIVE_OPEN,
  LIVE_REPLACED,
  PLAYER_TOPICS,
  type LiveTopic,
  type PlayerTopicName,
} from '#contract/live.ts'
import { createCounts } from '#server/base/counts.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Logger } from '#server/base/logger.ts'
import { Refusal } from '#server/base/refusal.ts'
import { repeat } from '#server/base/repeat.ts'
import type { Database } from '#server/db/tables.ts'
import type { Feed } from '#server/feed/feed.ts'
import type { PlayerTopics } from '#server/feed/player-news.ts'
import { readSession, tokensInUse } from '#server/identity/sessions.ts'
import { createEventStream, encodeEvent, type EventStream } from './event-stream.ts'
import { createPublicRelay } from './public-relay.ts'

/** Streams of one player at a time and process; a further one ends the oldest. */
const MAX_PER_PLAYER = 4
const MAX_STREAMS = 10_000
/** Many may share one address. */
const MAX_PER_ADDRESS = 300
/** When somebody whose address has too many should try again. */
const TRY_AGAIN_S = 30
/** What ended so long ago is told to a client that comes back. */
const RECENT_MS = 2 * 60_000
const HEARTBEAT_MS = 15_000
/** Events of one moment are answered by one question. */
const GATHER_MS = 20
/** How often it is asked without an event, should one have been lost; more often while no events are heard. */
const LOST_MS = 15_000
const DEAF_MS = 1_000

/** A player who is told of what is his. */
interface Listener {
  readonly uid: number
  readonly token: string
  readonly topics: readonly PlayerTopicName[]
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
  readonly maxPerAddress?: number
  /** How often sessions and clients are looked at. */
  readonly beatMs?: number
}

interface Asked {
  /** Of the network; streams of one are limited. */
  readonly address: string
  /** Null where all topics are public. */
  readonly player: { readonly uid: number; readonly token: string } | null
  readonly topics: readonly LiveTopic[]
  /** The last event that the client has heard. */
  readonly after?: string | undefined
}

export interface Live {
  /** The player of a session's token. @throws Refusal `unauthorized` */
  listenerOf(token: string): Promise<number>
  /**
   * @throws Refusal `unavailable` when there are as many streams as can be, `rate_limited` when there are as many of the
   * address
   */
  requireRoom(address: string): void
  /**
   * What happens, without end; that of a player ends when the session does.
   * @throws Refusal `unavailable`, `rate_limited`
   */
  open(asked: Asked): Pick<EventStream, 'flowTo'>
  /** Whether any stream of this process is told of the topic. */
  isFollowed(topic: PublicTopic): boolean
  /** Ends all streams. */
  stop(): Promise<void>
}

/**
 * Tells what happens, as it happens. An event about players says only of whom to ask: what is told is read in the
 * database, one question a topic for all who listen in this process. Without listeners it asks nothing. An event of a
 * public topic is handed on as it is.
 */
export function createLive({
  db,
  feed,
  topics: readers,
  clock,
  logger,
  maxStreams = MAX_STREAMS,
  maxPerAddress = MAX_PER_ADDRESS,
  beatMs = HEARTBEAT_MS,
}: LiveOptions): Live {
  const streams = new Set<EventStream>()
  const streamsOfAddress = createCounts<string>()
  const listeners = new Set<Listener>()
  const relay = createPublicRelay({ feed, logger })
  /** Who has to be asked about; of all who listen when it says so. */
  const due = new Map<PlayerTopicName, Set<number>>(PLAYER_TOPICS.map((topic) => [topic, new Set()]))
  /** Who has something under way, as far as was read. */
  const openPlayers = new Map<PlayerTopicName, Set<number>>(PLAYER_TOPICS.map((topic) => [topic, new Set()]))
  let timer: NodeJS.Timeout | undefined
  let telling: Promise<void> = Promise.resolve()
  let askedAllAt = 0
  let isStopped = false

  const stopFollowing = feed.follow(PLAYER_TOPICS, {
    onEvent: ({ topic, data }) => {
      const players = due.get(topic as PlayerTopicName)
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
    for (const topic of PLAYER_TOPICS) {
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

  async function tellTopic(topic: PlayerTopicName, asked: ReadonlySet<number>): Promise<void> {
    const concerned = [...listeners].filter(({ uid, topics }) => asked.has(uid) && topics.includes(topic))
    if (concerned.length === 0) return
    // What is published while the database is read may be missing in its answer.
    const id = feed.newest()
    const players = [...new Set(concerned.map(({ uid }) => uid))]
    const news = await readers[topic].read(db, players, new Date(clock() - RECENT_MS))
    const underWay = openPlayers.get(topic)
    for (const player of players) underWay?.delete(player)
    const byPlayer = new Map<number, { readonly key: string; readonly json: string }[]>()
    for (const { player, id: about, item, isUnderWay } of news) {
      const told = { key: `${topic} ${about}`, json: JSON.stringify(item) }
      byPlayer.set(player, [...(byPlayer.get(player) ?? []), told])
      if (isUnderWay) underWay?.add(player)
    }
    for (const { uid, told, stream } of concerned) {
      const changed = (byPlayer.get(uid) ?? []).flatMap(({ key, json }) => {
        if (told.get(key) === json) return []
        told.set(key, json)
        return [json]
      })
      if (changed.length === 0) continue
      relay.catchUp(stream)
      stream.send({ id, name: topic, data: `[${changed.join()}]` })
    }
  }

  async function beat(): Promise<number> {
    try {
      relay.hand(encodeEvent({ id: feed.newest() }), streams)
      if (listeners.size > 0) await endDeadSessions()
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
    ...PLAYER_TOPICS.flatMap((topic) => {
      const { askEveryMs } = readers[topic]
      return askEveryMs === undefined
        ? []
        : [repeat(() => askOpen(topic, askEveryMs), { firstMs: askEveryMs })]
    }),
  ]

  async function askOpen(topic: PlayerTopicName, everyMs: number): Promise<number> {
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

  function requireRoom(address: string): void {
    if (isStopped || streams.size >= maxStreams) {
      throw new Refusal('unavailable', 'No more streams are possible right now')
    }
    if (streamsOfAddress.of(address) >= maxPerAddress) {
      throw new Refusal('rate_limited', 'Too many streams', { retryAfterS: TRY_AGAIN_S })
    }
  }

  function createStream(address: string, onEnd: () => void): EventStream {
    const stream = createEventStream(() => {
      streams.delete(stream)
      streamsOfAddress.change(address, -1)
      onEnd()
    })
    streams.add(stream)
    streamsOfAddress.change(address, 1)
    return stream
  }

  /** Whether something of the player may have happened since the last event that he has heard. */
  function mayHaveMissed({ uid, topics }: Listener, after: string | undefined): boolean {
    if (after === undefined) return true
    let hasMissed = false
    const follower = {
      onEvent: ({ data }: { readonly data: unknown }) => (hasMissed ||= playersOf(data).includes(uid)),
      onGap: () => (hasMissed = true),
    }
    feed.follow(topics, follower, after)()
    return hasMissed
  }

  function listen(listener: Listener, after: string | undefined): void {
    const { uid, topics } = listener
    listeners.add(listener)
    if (!mayHaveMissed(listener, after)) return
    for (const topic of topics) due.get(topic)?.add(uid)
    schedule(GATHER_MS)
  }

  /** Ends the oldest streams of a player who opens one more than may be. */
  function makeRoomFor(uid: number): void {
    const own = [...listeners].filter((listener) => listener.uid === uid)
    for (const { stream } of own.slice(0, Math.max(0, own.length - MAX_PER_PLAYER + 1))) {
      stream.send({ name: LIVE_REPLACED, data: '{}' })
      stream.end()
    }
  }

  return {
    async listenerOf(token) {
      const session = await readSession(db, token, clock())
      if (session) return session.uid
      throw new Refusal('unauthorized', 'Authorization verification failed', { isDeadToken: true })
    },

    requireRoom,

    open({ address, player, topics, after }) {
      if (player !== null) makeRoomFor(player.uid)
      requireRoom(address)
      let leave = () => {}
      const stream = createStream(address, () => leave())
      // Without an id: a client that came back with a newer one would not be told what is sent now.
      stream.send({ name: LIVE_OPEN, data: '{}' })
      const leaveRelay = relay.join(stream, topics.filter(isPublicTopic), after)
      const own = topics.filter((topic) => !isPublicTopic(topic))
      const listener = player && { ...player, topics: own, stream, told: new Map<string, string>() }
      leave = () => {
        leaveRelay()
        if (listener !== null) listeners.delete(listener)
      }
      if (listener !== null) listen(listener, after)
      return stream
    },

    isFollowed: relay.isFollowed,

    async stop() {
      isStopped = true
      clearTimeout(timer)
      stopFollowing()
      for (const stream of streams) stream.end()
      await Promise.all([telling, relay.stop(), beating.stop(), ...asking.map(({ stop }) => stop())])
    },
  }
}

const playersOf = (data: unknown): readonly number[] =>
  Array.isArray(data) ? data.filter((player): player is number => Number.isInteger(player)) : []
