import * as v from 'valibot'
import { LIVE_GAP, PUBLIC_EVENTS, PUBLIC_TOPICS, type LiveEvent, type PublicTopic } from '#contract/live.ts'
import type { Logger } from '#server/base/logger.ts'
import { repeat } from '#server/base/repeat.ts'
import type { FeedEvent } from '#server/feed/feed-event.ts'
import type { Feed } from '#server/feed/feed.ts'
import { createDeliveries } from './deliveries.ts'
import { encodeEvent, MAX_WAITING_BYTES, type EncodedEvent, type EventStream } from './event-stream.ts'

/** Whoever comes back and has missed more than this asks for what is true instead. */
const MOST_CAUGHT_UP_BYTES = MAX_WAITING_BYTES / 2
/** How often streams are told to ask, while this process does not hear the others. */
const DEAF_MS = 5_000

export interface PublicRelay {
  /**
   * Sends a stream what happens from now on, and before that what it has missed since the event `after`; where that is
   * not known, is much, or names a player, it is told that there is a gap.
   * @returns ends it
   */
  join(stream: EventStream, topics: readonly PublicTopic[], after?: string): () => void
  /** Whether any stream of this process is told of the topic. */
  isFollowed(topic: PublicTopic): boolean
  /** Sends an event that is of no topic to streams, a few at a time. */
  hand(event: EncodedEvent, to: Iterable<EventStream>): void
  /** Sends a stream at once what is on its way to it: ids of what it is sent otherwise are newer. */
  catchUp(stream: EventStream): void
  stop(): Promise<void>
}

/** A round that goes on to its next status: whoever watches waits for it. */
const isUrgent = ({ topic, data }: FeedEvent): boolean =>
  topic === 'crash' && (data as LiveEvent<'crash'>).type === 'round'

/** Whether it names a player. */
function namesSomebody({ topic, data }: FeedEvent): boolean {
  const bets: unknown = topic === 'crash' ? (data as { readonly listed?: unknown }).listed : data
  return Array.isArray(bets) && bets.some(({ name }: { readonly name: unknown }) => name !== null)
}

/** Hands the events of public topics to the streams of this process as they are: nothing is asked of the database. */
export function createPublicRelay({
  feed,
  logger,
  deafMs = DEAF_MS,
}: {
  readonly feed: Feed
  readonly logger: Logger
  /** How often streams are told to ask while nothing is heard, in milliseconds. */
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

  /** Null for what another version of Koi has published in a form that players' devices would not understand. */
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
   * What was published since an event; null where that is not known, or too much to catch up with, or names a player: he
   * may have hidden his name since.
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
