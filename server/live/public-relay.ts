import * as v from 'valibot'
import { LIVE_GAP, PUBLIC_EVENTS, PUBLIC_TOPICS, type LiveEvent, type PublicTopic } from '#contract/live.ts'
import type { Logger } from '#server/base/logger.ts'
import { repeat } from '#server/base/repeat.ts'
import type { FeedEvent } from '#server/feed/feed-message.ts'
import type { Feed } from '#server/feed/feed.ts'
import { createDeliveries } from './deliveries.ts'
import { encodeEvent, MAX_WAITING_BYTES, type EncodedEvent, type EventStream } from './event-stream.ts'

/** A client that has missed more than this reads everything again instead. */
const MOST_CAUGHT_UP_BYTES = MAX_WAITING_BYTES / 2
const DEAF_MS = 5_000

export interface PublicRelay {
  /**
   * Sends a stream all events from now on, and before them those since the event `after`. It tells the stream that
   * there is a gap if `after` is unknown, too much was missed, or a missed event names a player.
   * @returns ends it
   */
  join(stream: EventStream, topics: readonly PublicTopic[], after?: string): () => void
  isFollowed(topic: PublicTopic): boolean
  /** Sends an event without a topic, a few streams at a time. */
  hand(event: EncodedEvent, to: Iterable<EventStream>): void
  /** Sends a stream at once what waits for it: ids of later events are newer. */
  catchUp(stream: EventStream): void
  stop(): Promise<void>
}

/** Watchers wait for a round's next status. */
const isUrgent = ({ topic, data }: FeedEvent): boolean =>
  topic === 'crash' && (data as LiveEvent<'crash'>).type === 'round'

interface ShownPlayer {
  readonly name: unknown
  readonly number: unknown
}

function namesSomebody({ topic, data }: FeedEvent): boolean {
  const bets: unknown = topic === 'crash' ? (data as { readonly listed?: unknown }).listed : data
  return Array.isArray(bets) && bets.some(({ name, number }: ShownPlayer) => name !== null || number !== null)
}

/** Hands the events of public topics to the streams of this process as they are, without asking the database. */
export function createPublicRelay({
  feed,
  logger,
  deafMs = DEAF_MS,
}: {
  readonly feed: Feed
  readonly logger: Logger
  readonly deafMs?: number
}): PublicRelay {
  const streams = new Map<PublicTopic, Set<EventStream>>(PUBLIC_TOPICS.map((topic) => [topic, new Set()]))
  const topicsOf = new Map<EventStream, readonly PublicTopic[]>()
  const deliveries = createDeliveries()

  const stopFollowing = feed.follow(PUBLIC_TOPICS, {
    onEvent(event) {
      const listening = streams.get(event.topic as PublicTopic)
      if (!listening || listening.size === 0) return
      const encoded = encode(event)
      if (encoded !== null) deliveries.hand(encoded, listening, isUrgent(event))
    },
    onGap: tellGaps,
  })
  const whileDeaf = repeat(
    async () => {
      if (!feed.hears()) tellGaps()
      return deafMs
    },
    { firstMs: deafMs },
  )

  /** Null for an event of another version of Koi that players' devices would not understand. */
  function encode({ id, topic, data }: FeedEvent): EncodedEvent | null {
    const parsed = v.safeParse(PUBLIC_EVENTS[topic as PublicTopic], data)
    if (parsed.success) return encodeEvent({ id, name: topic, data: JSON.stringify(parsed.output) })
    logger.warn({ topic }, 'an event of a public topic breaks the contract')
    return null
  }

  function tellGaps(): void {
    for (const [stream, topics] of topicsOf) {
      deliveries.catchUp(stream)
      tellGap(stream, topics)
    }
  }

  function tellGap(stream: EventStream, topics: readonly PublicTopic[]): void {
    stream.send({ id: feed.newest(), name: LIVE_GAP, data: JSON.stringify(topics) })
  }

  /**
   * Events since an event; null if that is unknown, too much was missed, or one names a player: they may have hidden
   * their name since.
   */
  function missedSince(topics: readonly PublicTopic[], after: string | undefined): EncodedEvent[] | null {
    if (after === undefined) return null
    const missed: EncodedEvent[] = []
    let bytes = 0
    let hasGap = false
    const onEvent = (event: FeedEvent) => {
      if (bytes > MOST_CAUGHT_UP_BYTES) return
      const encoded = encode(event)
      if (encoded === null) return
      hasGap ||= namesSomebody(event)
      missed.push(encoded)
      bytes += encoded.length
    }
    feed.follow(topics, { onEvent, onGap: () => (hasGap = true) }, after)()
    return hasGap || bytes > MOST_CAUGHT_UP_BYTES ? null : missed
  }

  return {
    join(stream, topics, after) {
      if (topics.length === 0) return () => {}
      const missed = missedSince(topics, after)
      if (missed === null) tellGap(stream, topics)
      else missed.forEach((event) => stream.send(event))
      topicsOf.set(stream, topics)
      for (const topic of topics) streams.get(topic)?.add(stream)
      return () => {
        topicsOf.delete(stream)
        for (const topic of topics) streams.get(topic)?.delete(stream)
      }
    },

    hand: deliveries.hand,
    catchUp: deliveries.catchUp,

    isFollowed: (topic) => (streams.get(topic)?.size ?? 0) > 0,

    async stop() {
      stopFollowing()
      await whileDeaf.stop()
    },
  }
}
