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
import { repeat, type Repeating } from '#server/base/repeat.ts'
import type { Database } from '#server/db/tables.ts'
import type { Feed } from '#server/feed/feed.ts'
import type { PlayerTopics } from '#server/feed/player-news.ts'
import { readSession, tokensInUse } from '#server/identity/sessions.ts'
import { createEventStream, encodeEvent, type EventStream } from './event-stream.ts'
import { createPublicRelay, type PublicRelay } from './public-relay.ts'

/** Streams of one player at a time and process; a further one ends the oldest. */
const MAX_PER_PLAYER = 4
const MAX_STREAMS = 10_000
/** Many players may share one address. */
const MAX_PER_ADDRESS = 300
const TRY_AGAIN_S = 30
/** News that ended this long ago is told to a client that comes back. */
const RECENT_MS = 2 * 60_000
const HEARTBEAT_MS = 15_000
/** Events of one moment are answered by one query. */
const GATHER_MS = 20
/** How often all players are asked about in case an event was lost; more often while no events are heard. */
const LOST_MS = 15_000
const DEAF_MS = 1_000

interface Listener {
  readonly uid: number
  readonly token: string
  readonly topics: readonly PlayerTopicName[]
  readonly stream: EventStream
  /** JSON of the last news, by topic and id. */
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
  readonly beatMs?: number
}

interface Asked {
  /** Network address, whose streams are limited. */
  readonly address: string
  /** Null if all topics are public. */
  readonly player: { readonly uid: number; readonly token: string } | null
  readonly topics: readonly LiveTopic[]
  /** The last event that the client has heard. */
  readonly after?: string | undefined
}

export interface Live {
  /** @throws Refusal `unauthorized` */
  listenerOf(token: string): Promise<number>
  /** @throws Refusal `unavailable` if the process has no room, `rate_limited` if the address has too many streams */
  requireRoom(address: string): void
  /**
   * An endless stream of events; that of a player ends when the session does.
   * @throws Refusal `unavailable`, `rate_limited`
   */
  open(asked: Asked): Pick<EventStream, 'flowTo'>
  isFollowed(topic: PublicTopic): boolean
  /** Open streams of this process. */
  count(): number
  stop(): Promise<void>
}

interface Streams {
  readonly db: Database
  readonly feed: Feed
  readonly readers: PlayerTopics
  readonly clock: Clock
  readonly logger: Logger
  readonly maxStreams: number
  readonly maxPerAddress: number
  readonly relay: PublicRelay
  readonly open: Set<EventStream>
  readonly ofAddress: ReturnType<typeof createCounts<string>>
  readonly listeners: Set<Listener>
  readonly due: ReadonlyMap<PlayerTopicName, Set<number>>
  readonly busy: ReadonlyMap<PlayerTopicName, Set<number>>
  timer: NodeJS.Timeout | undefined
  telling: Promise<void>
  /** By `performance.now()`. */
  askedAllAt: number
  isStopped: boolean
}

const setsByTopic = (): ReadonlyMap<PlayerTopicName, Set<number>> =>
  new Map(PLAYER_TOPICS.map((topic) => [topic, new Set()]))

/**
 * Tells players and watchers what happens. An event about players says only whom to ask about: the news is read from
 * the database, with one query a topic for all listeners of this process, and none without listeners. An event of a
 * public topic is handed on as it is.
 */
export function createLive({
  db,
  feed,
  topics,
  clock,
  logger,
  maxStreams = MAX_STREAMS,
  maxPerAddress = MAX_PER_ADDRESS,
  beatMs = HEARTBEAT_MS,
}: LiveOptions): Live {
  const streams: Streams = {
    db,
    feed,
    readers: topics,
    clock,
    logger,
    maxStreams,
    maxPerAddress,
    relay: createPublicRelay({ feed, logger }),
    open: new Set(),
    ofAddress: createCounts<string>(),
    listeners: new Set(),
    due: setsByTopic(),
    busy: setsByTopic(),
    timer: undefined,
    telling: Promise.resolve(),
    askedAllAt: 0,
    isStopped: false,
  }
  const stopFollowing = feed.follow(PLAYER_TOPICS, {
    onEvent: ({ topic, data }) => {
      const players = streams.due.get(topic as PlayerTopicName)
      for (const player of playersOf(data)) players?.add(player)
      schedule(streams, GATHER_MS)
    },
    onGap: () => askAll(streams),
  })
  const repeating = [
    repeat(
      async () => {
        await beat(streams)
        return beatMs
      },
      { firstMs: beatMs },
    ),
    ...repeatQuestions(streams),
  ]
  return {
    async listenerOf(token) {
      const session = await readSession(db, token, clock())
      if (session) return session.uid
      throw new Refusal('unauthorized', 'Authorization verification failed', { isDeadToken: true })
    },
    requireRoom: (address) => requireRoom(streams, address),
    open: (asked) => openStream(streams, asked),
    isFollowed: streams.relay.isFollowed,
    count: () => streams.open.size,
    async stop() {
      streams.isStopped = true
      clearTimeout(streams.timer)
      stopFollowing()
      for (const stream of streams.open) stream.end()
      await Promise.all([streams.telling, streams.relay.stop(), ...repeating.map(({ stop }) => stop())])
    },
  }
}

function requireRoom(
  { isStopped, open, maxStreams, ofAddress, maxPerAddress }: Streams,
  address: string,
): void {
  if (isStopped || open.size >= maxStreams) {
    throw new Refusal('unavailable', 'No more streams are possible right now')
  }
  if (ofAddress.of(address) >= maxPerAddress) {
    throw new Refusal('rate_limited', 'Too many streams', { retryAfterS: TRY_AGAIN_S })
  }
}

function openStream(streams: Streams, { address, player, topics, after }: Asked): EventStream {
  const { open, ofAddress, listeners, relay } = streams
  if (player !== null) makeRoomFor(streams, player.uid)
  requireRoom(streams, address)
  let leave = () => {}
  const stream = createEventStream(() => {
    open.delete(stream)
    ofAddress.change(address, -1)
    leave()
  })
  open.add(stream)
  ofAddress.change(address, 1)
  // Without an id: a client that came back with a newer one would not be told what is sent now.
  stream.send({ name: LIVE_OPEN, data: '{}' })
  const leaveRelay = relay.join(stream, topics.filter(isPublicTopic), after)
  const own = topics.filter((topic) => !isPublicTopic(topic))
  const listener = player && { ...player, topics: own, stream, told: new Map<string, string>() }
  leave = () => {
    leaveRelay()
    if (listener !== null) listeners.delete(listener)
  }
  if (listener !== null) listen(streams, listener, after)
  return stream
}

function makeRoomFor({ listeners }: Streams, uid: number): void {
  const own = [...listeners].filter((listener) => listener.uid === uid)
  for (const { stream } of own.slice(0, Math.max(0, own.length - MAX_PER_PLAYER + 1))) {
    stream.send({ name: LIVE_REPLACED, data: '{}' })
    stream.end()
  }
}

function listen(streams: Streams, listener: Listener, after: string | undefined): void {
  const { uid, topics } = listener
  streams.listeners.add(listener)
  if (!mayHaveMissed(streams.feed, listener, after)) return
  for (const topic of topics) streams.due.get(topic)?.add(uid)
  schedule(streams, GATHER_MS)
}

/** True if something may have happened to the player since the event `after`, the last one that they have heard. */
function mayHaveMissed(feed: Feed, { uid, topics }: Listener, after: string | undefined): boolean {
  if (after === undefined) return true
  let hasMissed = false
  const follower = {
    onEvent: ({ data }: { readonly data: unknown }) => (hasMissed ||= playersOf(data).includes(uid)),
    onGap: () => (hasMissed = true),
  }
  feed.follow(topics, follower, after)()
  return hasMissed
}

function askAll(streams: Streams): void {
  for (const { uid, topics } of streams.listeners)
    for (const topic of topics) streams.due.get(topic)?.add(uid)
  streams.askedAllAt = performance.now()
  schedule(streams, GATHER_MS)
}

function schedule(streams: Streams, ms: number): void {
  if (streams.timer !== undefined || streams.isStopped || !isAnyDue(streams)) return
  streams.timer = setTimeout(() => {
    streams.telling = tell(streams).then(() => {
      streams.timer = undefined
      if (isAnyDue(streams)) schedule(streams, GATHER_MS)
    })
  }, ms)
  streams.timer.unref()
}

const isAnyDue = ({ due }: Streams): boolean => [...due.values()].some(({ size }) => size > 0)

async function tell(streams: Streams): Promise<void> {
  for (const topic of PLAYER_TOPICS) {
    const players = streams.due.get(topic)
    if (!players || players.size === 0) continue
    const asked = new Set(players)
    players.clear()
    try {
      await tellTopic(streams, topic, asked)
    } catch (error) {
      streams.logger.warn({ err: error, topic }, 'players cannot be told what happens')
      // All players are asked about again later.
    }
  }
}

async function tellTopic(
  { db, feed, readers, clock, listeners, busy, relay }: Streams,
  topic: PlayerTopicName,
  asked: ReadonlySet<number>,
): Promise<void> {
  const concerned = [...listeners].filter(({ uid, topics }) => asked.has(uid) && topics.includes(topic))
  if (concerned.length === 0) return
  // News that is published while the database is read may be missing in its answer.
  const id = feed.newest()
  const players = [...new Set(concerned.map(({ uid }) => uid))]
  const news = await readers[topic].read(db, players, new Date(clock() - RECENT_MS))
  const underWay = busy.get(topic)
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

async function beat(streams: Streams): Promise<void> {
  const { feed, logger, relay, open, listeners } = streams
  try {
    relay.hand(encodeEvent({ id: feed.newest() }), open)
    if (listeners.size > 0) await endDeadSessions(streams)
  } catch (error) {
    logger.warn({ err: error }, 'sessions of streams cannot be looked at')
  }
}

async function endDeadSessions({ db, clock, listeners }: Streams): Promise<void> {
  const asked = [...listeners]
  const inUse = await tokensInUse(
    db,
    asked.map(({ token }) => token),
    clock(),
  )
  for (const { token, stream } of asked) if (!inUse.has(token)) stream.end()
}

/** Asks without an event: about all players in case one was lost, and about those who have something under way. */
const repeatQuestions = (streams: Streams): Repeating[] => [
  repeat(
    async () => {
      if (performance.now() - streams.askedAllAt >= (streams.feed.hears() ? LOST_MS : DEAF_MS))
        askAll(streams)
      return DEAF_MS
    },
    { firstMs: DEAF_MS },
  ),
  ...PLAYER_TOPICS.flatMap((topic) => {
    const { askEveryMs } = streams.readers[topic]
    if (askEveryMs === undefined) return []
    const ask = async () => {
      for (const player of streams.busy.get(topic) ?? []) streams.due.get(topic)?.add(player)
      schedule(streams, 0)
      return askEveryMs
    }
    return [repeat(ask, { firstMs: askEveryMs })]
  }),
]

const playersOf = (data: unknown): readonly number[] =>
  Array.isArray(data) ? data.filter((player): player is number => Number.isInteger(player)) : []
