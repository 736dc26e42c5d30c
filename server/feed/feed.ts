import { AsyncResource } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { Logger } from '#server/base/logger.ts'
import { FEED_SECONDS } from '#server/base/metrics.ts'
import { repeat } from '#server/base/repeat.ts'
import { createFeedLog } from './feed-log.ts'
import { formatMessage, parseMessage, type FeedEvent, type Json } from './feed-message.ts'

const MOST_AT_ONCE = 200
/** More messages than this are dropped, and followers are told of a gap. */
const MOST_WAITING = 10_000
/** A process sends messages to itself to learn if it hears anything. */
const PROBE = 'probe'
const PROBE_EVERY_MS = 10_000

export interface Follower {
  readonly onEvent: (event: FeedEvent) => void
  /** Events may have been missed: the follower reads the database again. */
  readonly onGap: () => void
}

/**
 * Tells all processes what happens. An event is a hint and may be lost: the database knows what is true, and a follower
 * who missed something is told to read it there.
 */
export interface Feed {
  /**
   * Tells all processes, including this one. It never fails and nobody waits for it. An event longer than `MOST_BYTES`
   * is logged and dropped.
   */
  publish(topic: string, data: Json): void
  /**
   * Follows topics. With `after`, the id of the last event that was heard in any process, later events are told first,
   * or a gap if nobody knows that event any more.
   * @returns ends it
   */
  follow(topics: readonly string[], follower: Follower, after?: string): () => void
  /** Null before the first event. */
  newest(): string | null
  /** False if this process does not hear the others: followers then have to ask the database now and then. */
  hears(): boolean
  close(): Promise<void>
}

export interface FeedLine {
  send(messages: readonly string[]): Promise<void>
  /** Begins to hear; `onBreak` is called if some may have been missed. */
  listen(onMessage: (text: string) => void, onBreak: () => void): Promise<void>
  /**
   * Tells the operator where to look if nothing is heard; null for a line within this process, which needs no probe.
   */
  readonly advice: string | null
  close(): Promise<void>
}

interface FeedOptions {
  readonly logger: Logger
  readonly probeEveryMs?: number
}

/** Closing the feed closes its line. */
export async function createFeed(
  line: FeedLine,
  { logger, probeEveryMs = PROBE_EVERY_MS }: FeedOptions,
): Promise<Feed> {
  const publisher = randomBytes(6).toString('hex')
  const log = createFeedLog()
  const followers = new Map<Follower, ReadonlySet<string>>()
  const heard = new Map<string, number>()
  let waiting: string[] = []
  let sending: Promise<void> | null = null
  let published = 0
  /** Later messages may still be on their way. */
  let probed = 0
  let probedAt = 0
  let isHearing = true
  let isFailing = false
  let isClosed = false

  // Bound to no call: it goes on when the call that published is given up.
  const send = AsyncResource.bind(async (): Promise<void> => {
    while (waiting.length > 0) {
      const messages = waiting.slice(0, MOST_AT_ONCE)
      waiting = waiting.slice(MOST_AT_ONCE)
      try {
        await line.send(messages)
        isFailing = false
      } catch (error) {
        if (!isFailing) logger.warn({ err: error }, 'events cannot be told to other processes')
        isFailing = true
      }
    }
    sending = null
  })

  function publish(topic: string, data: Json): void {
    if (isClosed) return
    const message = formatted(topic, data)
    if (message === null) return
    // A dropped message has a number, too, so that the gap shows.
    published += 1
    if (waiting.length < MOST_WAITING) waiting.push(message)
    sending ??= send()
  }

  /** Null for an event that cannot be sent: it takes no number, so nobody hears a gap. */
  function formatted(topic: string, data: Json): string | null {
    try {
      return formatMessage({ publisher, n: published + 1, topic, data })
    } catch (error) {
      logger.error({ err: error, topic }, 'an event cannot be told')
      return null
    }
  }

  function hear(text: string): void {
    const message = parseMessage(text)
    if (message === null) return logger.warn('an event of another version of Koi was not understood')
    const { n, topic, data } = message
    const before = heard.get(message.publisher) ?? 0
    if (n <= before) return
    heard.set(message.publisher, n)
    if (message.publisher === publisher && n === probed)
      FEED_SECONDS.observe((performance.now() - probedAt) / 1_000)
    if (n > before + 1) missSome()
    const event = { id: `${message.publisher}-${n}`, topic, data }
    log.add(event, text.length)
    for (const [follower, topics] of followers) if (topics.has(topic)) follower.onEvent(event)
  }

  function missSome(): void {
    log.clear()
    for (const follower of followers.keys()) follower.onGap()
  }

  const probe = async () => {
    const hearsNow = (heard.get(publisher) ?? 0) >= probed
    if (hearsNow !== isHearing) {
      isHearing = hearsNow
      if (hearsNow) logger.info('events of all processes are heard again')
      else
        logger.warn({ advice: line.advice }, 'events of other processes are not heard: players are told late')
      missSome()
    }
    probedAt = performance.now()
    publish(PROBE, null)
    probed = published
    return probeEveryMs
  }

  await line.listen(hear, missSome)
  const probing = line.advice === null ? null : repeat(probe)

  return {
    publish,
    follow(topics, follower, after) {
      if (after !== undefined) {
        const missed = log.since(after)
        if (missed === null) follower.onGap()
        else for (const event of missed) if (topics.includes(event.topic)) follower.onEvent(event)
      }
      followers.set(follower, new Set(topics))
      return () => void followers.delete(follower)
    },
    newest: log.newest,
    hears: () => isHearing,
    async close() {
      isClosed = true
      await probing?.stop()
      await sending
      await line.close()
    },
  }
}
