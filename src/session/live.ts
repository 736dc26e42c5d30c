import * as v from 'valibot'
import { readApiEvents, type ApiEvent } from '#api/api-events.ts'
import {
  isPublicTopic,
  LIVE_GAP,
  LIVE_OPEN,
  LIVE_PATH,
  LIVE_REPLACED,
  LiveGapSchema,
  PLAYER_EVENTS,
  PLAYER_TOPICS,
  PUBLIC_EVENTS,
  PUBLIC_TOPICS,
  type LiveEvent,
  type LiveTopic,
  type PlayerTopicName,
  type PublicTopic,
} from '#contract/live.ts'
import { createStore, type ReadableStore } from '#lib/store.ts'
import { readAccessToken, tokenPresence } from './access-token.ts'

/** Pause between the end of a stream and the next try; grows if the server does not answer. */
const PAUSE_MS = 4_000
const LONGEST_PAUSE_MS = 30_000
/** A stream that lasted this long is reopened soon. */
const GOOD_AFTER_MS = 10_000
/** Reconnects are spread over this time, so that the clients of a stopped server do not all ask at once. */
const SPREAD_MS = 1_000

interface PlayerFollower<Topic extends PlayerTopicName> {
  readonly topic: Topic
  /** Called with changes of the logged-in player's data. */
  readonly onNews: (items: LiveEvent<Topic>) => void
  /** Reads the whole state: at the start, and repeatedly while the stream is down. */
  readonly ask: () => Promise<unknown>
  /** Called when the player logs out or another logs in; nothing follows. */
  readonly onEnd: () => void
}
interface PublicFollower<Topic extends PublicTopic> {
  readonly topic: Topic
  readonly onEvent: (event: LiveEvent<Topic>) => void
  /**
   * Called when events may be missing, to read the current state: at the start of each stream, and when a stream cannot
   * continue where it stopped. Later events are newer than the state at the time of the call.
   */
  readonly onGap: () => void
}
type AnyPlayerFollower = { [Topic in PlayerTopicName]: PlayerFollower<Topic> }[PlayerTopicName]
type AnyPublicFollower = { [Topic in PublicTopic]: PublicFollower<Topic> }[PublicTopic]
type AnyFollower = AnyPlayerFollower | AnyPublicFollower

interface Stream {
  /** Null if all topics are public. */
  readonly token: string | null
  readonly topics: ReadonlySet<LiveTopic>
  readonly over: AbortController
}

const players = new Set<AnyPlayerFollower>()
const watchers = new Set<AnyPublicFollower>()
/** Followers who must poll because the stream is down. */
const due = new Set<AnyPlayerFollower>()
/** Token of the player whom `players` follow. */
let playersToken: string | null = null
let stream: Stream | undefined
let unsubscribe: () => void = () => undefined

const heard = createStore<ReadonlySet<LiveTopic>>(new Set())
/** Topics that the open stream delivers. */
export const liveTopics: ReadableStore<ReadonlySet<LiveTopic>> = heard

/**
 * Follows a topic until the returned function is called. One stream serves the whole tab. Public topics work without a
 * log-in, a player's topics only while they are logged in.
 */
export function followLive(follower: AnyFollower): () => void {
  if (players.size + watchers.size === 0) unsubscribe = tokenPresence.subscribe(endOnOtherToken)
  if (isPublic(follower)) {
    watchers.add(follower)
    // The open stream already has this topic.
    if (heard.get().has(follower.topic)) queueMicrotask(follower.onGap)
  } else {
    if (players.size === 0) playersToken = readAccessToken()
    players.add(follower)
    due.add(follower)
  }
  queueMicrotask(openStream)
  return () => leave(follower)
}

const isPublic = (follower: AnyFollower): follower is AnyPublicFollower => isPublicTopic(follower.topic)

function leave(follower: AnyFollower): void {
  if (isPublic(follower)) watchers.delete(follower)
  else {
    due.delete(follower)
    players.delete(follower)
  }
  if (players.size + watchers.size > 0) return queueMicrotask(openStream)
  unsubscribe()
  closeStream()
}

function endOnOtherToken(): void {
  if (playersToken === readAccessToken()) return
  for (const follower of [...players]) {
    leave(follower)
    follower.onEnd()
  }
}

function closeStream(): void {
  stream?.over.abort()
  stream = undefined
  heard.set(new Set())
}

/** Opens one stream for the topics of all followers. Keeps the old stream if it still fits. */
function openStream(): void {
  const token = players.size > 0 ? playersToken : null
  const followed = [...watchers, ...(token === null ? [] : players)].map(({ topic }) => topic)
  const topics = new Set<LiveTopic>(followed.sort())
  if (topics.size === 0) return closeStream()
  if (stream && due.size === 0 && isGoodFor(stream, token, topics)) return
  closeStream()
  stream = { token, topics, over: new AbortController() }
  void keepOpen(stream)
}

/** A stream may keep an unused topic of a player for a while, but not a public one, which has too many events. */
function isGoodFor(
  { token, topics }: Stream,
  nextToken: string | null,
  next: ReadonlySet<LiveTopic>,
): boolean {
  if (nextToken !== null && token !== nextToken) return false
  if (nextToken === null && token !== null && readAccessToken() !== token) return false
  return (
    [...next].every((topic) => topics.has(topic)) &&
    [...topics].every((topic) => next.has(topic) || !isPublicTopic(topic))
  )
}

/** Reopens the stream whenever it ends. */
async function keepOpen({ token, topics, over: { signal } }: Stream): Promise<void> {
  const path = `${LIVE_PATH}?topics=${[...topics].join()}`
  let pauseMs = PAUSE_MS
  let after: string | undefined
  while (!signal.aborted) {
    let openedAt = Infinity
    let isReplaced = false
    try {
      await askDue()
      pauseMs = PAUSE_MS
      if (signal.aborted) return
      await readApiEvents(path, { token, signal, after }, (event) => {
        if (signal.aborted) return
        if (event.name === LIVE_OPEN) openedAt = performance.now()
        if (event.name === LIVE_REPLACED) isReplaced = true
        heard.set(topics)
        after = event.id ?? after
        tell(event, performance.now() - openedAt)
      })
    } catch {
      pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)
    }
    if (signal.aborted) return
    const wasGood = performance.now() - openedAt >= GOOD_AFTER_MS
    heard.set(new Set())
    for (const follower of players) due.add(follower)
    // Another tab of the player took over the stream. A hidden tab does not take it back.
    if (isReplaced) await untilVisible(signal)
    await pause((wasGood ? SPREAD_MS : pauseMs) - SPREAD_MS * Math.random(), signal)
  }
}

/** @throws if one of them gets no answer; it is asked again */
async function askDue(): Promise<void> {
  const asking = [...due]
  due.clear()
  await Promise.all(asking.map(({ ask }) => ask()))
}

/** @param openMs milliseconds since the stream was opened */
function tell({ name, data }: ApiEvent, openMs: number): void {
  if (name === LIVE_GAP) return tellGap(v.parse(LiveGapSchema, data), openMs)
  const playerTopic = PLAYER_TOPICS.find((known) => known === name)
  if (playerTopic !== undefined) {
    const items = v.parse(PLAYER_EVENTS[playerTopic], data)
    for (const { topic, onNews } of players) {
      if (topic === playerTopic) (onNews as (items: unknown) => void)(items)
    }
  }
  const publicTopic = PUBLIC_TOPICS.find((known) => known === name)
  if (publicTopic !== undefined) {
    const event = v.parse(PUBLIC_EVENTS[publicTopic], data)
    for (const { topic, onEvent } of watchers) {
      if (topic === publicTopic) (onEvent as (event: unknown) => void)(event)
    }
  }
}

function tellGap(topics: readonly PublicTopic[], openMs: number): void {
  const ask = () => {
    for (const { topic, onGap } of watchers) if (topics.includes(topic)) onGap()
  }
  // Streams start at different times, but a gap within them reaches all at once.
  if (openMs < SPREAD_MS) ask()
  else setTimeout(ask, SPREAD_MS * Math.random())
}

function untilVisible(signal: AbortSignal): Promise<void> {
  const isVisible = () => document.visibilityState === 'visible'
  return new Promise((resolve) => {
    const look = () => {
      if (!isVisible() && !signal.aborted) return
      document.removeEventListener('visibilitychange', look)
      signal.removeEventListener('abort', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', look)
    look()
  })
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}
