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

/** From the end of a stream to the next try; longer when nobody answers. */
const PAUSE_MS = 4_000
const LONGEST_PAUSE_MS = 30_000
/** A stream that was open for so long is opened again soon. */
const GOOD_AFTER_MS = 10_000
/** All whom a server that stops leaves behind, or tells of a gap, do not ask at once: within so long. */
const SPREAD_MS = 1_000

interface PlayerFollower<Topic extends PlayerTopicName> {
  readonly topic: Topic
  /** What changed, or is under way, of the player who is logged in. */
  readonly onNews: (items: LiveEvent<Topic>) => void
  /** Reads all of it: at first, and again and again while the stream is away. */
  readonly ask: () => Promise<unknown>
  /** Nobody is logged in any more, or another player is: nothing comes any more. */
  readonly onEnd: () => void
}
interface PublicFollower<Topic extends PublicTopic> {
  readonly topic: Topic
  readonly onEvent: (event: LiveEvent<Topic>) => void
  /**
   * Events may be missing: time to read what is true. Called each time that the stream begins, or begins again where it
   * cannot go on; events that come from then on are newer than what was true when it was called.
   */
  readonly onGap: () => void
}
type AnyPlayerFollower = { [Topic in PlayerTopicName]: PlayerFollower<Topic> }[PlayerTopicName]
type AnyPublicFollower = { [Topic in PublicTopic]: PublicFollower<Topic> }[PublicTopic]
type AnyFollower = AnyPlayerFollower | AnyPublicFollower

interface Stream {
  /** Null where all topics are public. */
  readonly token: string | null
  readonly topics: ReadonlySet<LiveTopic>
  readonly over: AbortController
}

const players = new Set<AnyPlayerFollower>()
const watchers = new Set<AnyPublicFollower>()
/** Players' followers whose own question is due. */
const due = new Set<AnyPlayerFollower>()
/** Of the player whom `players` follow. */
let playersToken: string | null = null
let stream: Stream | undefined
let unsubscribe: () => void = () => undefined

const heard = createStore<ReadonlySet<LiveTopic>>(new Set())
/** Of what the server tells at once as it happens. */
export const liveTopics: ReadableStore<ReadonlySet<LiveTopic>> = heard

/**
 * Follows what happens, over one stream for the whole tab, until the function that it returns is called. Public topics
 * are heard by everybody, those of a player while he is logged in.
 */
export function followLive(follower: AnyFollower): () => void {
  if (players.size + watchers.size === 0) unsubscribe = tokenPresence.subscribe(endOnOtherToken)
  if (isPublic(follower)) {
    watchers.add(follower)
    // No stream has to begin for it.
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

/** One stream for the topics of all followers, in place of the one before; that one stays where it does as well. */
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

/** A player's topic may go on unheard for a while; a public one is too much for that. */
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

/** Opens the stream again whenever it ends. */
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
    // Another tab of the player has the stream. One that nobody looks at does not take it back.
    if (isReplaced) await untilVisible(signal)
    await pause((wasGood ? SPREAD_MS : pauseMs) - SPREAD_MS * Math.random(), signal)
  }
}

/** @throws when one of them has no answer; it is asked again */
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
  // Streams begin one by one, and hear of a gap in the middle all at once.
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
