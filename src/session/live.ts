import * as v from 'valibot'
import { readApiEvents, type ApiEvent } from '#api/api-events.ts'
import { LIVE_EVENTS, LIVE_PATH, type LiveEvent, type LiveTopic } from '#contract/live.ts'
import { createStore, type ReadableStore } from '#lib/store.ts'
import { readAccessToken, tokenPresence } from './access-token.ts'

/** From the end of a stream to the next try; longer when nobody answers. */
const PAUSE_MS = 4_000
const LONGEST_PAUSE_MS = 30_000

interface Follower<Topic extends LiveTopic> {
  readonly topic: Topic
  /** What changed, or is under way, of the player who is logged in. */
  readonly onNews: (items: LiveEvent<Topic>) => void
  /** Reads all of it: at first, and again and again while the stream is away. */
  readonly ask: () => Promise<unknown>
  /** Nobody is logged in any more, or another player is: nothing comes any more. */
  readonly onEnd: () => void
}
type AnyFollower = { [Topic in LiveTopic]: Follower<Topic> }[LiveTopic]

interface Stream {
  readonly token: string
  readonly over: AbortController
}

const followers = new Set<AnyFollower>()
/** Followers whose own question is due. */
const due = new Set<AnyFollower>()
let stream: Stream | undefined
let unsubscribe: () => void = () => undefined

const isOpen = createStore(false)
/** Whether the server says at once what happens. */
export const isLive: ReadableStore<boolean> = isOpen

/**
 * Follows what happens to the player who is logged in, over one stream for the whole tab, until the function that it
 * returns is called.
 */
export function followLive(follower: AnyFollower): () => void {
  followers.add(follower)
  due.add(follower)
  if (followers.size === 1) unsubscribe = tokenPresence.subscribe(endOnOtherToken)
  const token = readAccessToken()
  if (token !== null) openStream(token)
  return () => leave(follower)
}

function leave(follower: AnyFollower): void {
  due.delete(follower)
  if (followers.delete(follower) && followers.size === 0) {
    unsubscribe()
    closeStream()
  }
}

function endOnOtherToken(): void {
  if (stream?.token === readAccessToken()) return
  for (const follower of [...followers]) {
    leave(follower)
    follower.onEnd()
  }
}

function closeStream(): void {
  stream?.over.abort()
  stream = undefined
  isOpen.set(false)
}

/** One stream for the topics of all followers, in place of the one before. */
function openStream(token: string): void {
  closeStream()
  stream = { token, over: new AbortController() }
  void keepOpen(stream)
}

/** Opens the stream again whenever it ends. */
async function keepOpen({ token, over: { signal } }: Stream): Promise<void> {
  const topics = new Set([...followers].map(({ topic }) => topic))
  const path = `${LIVE_PATH}?topics=${[...topics].join()}`
  let pauseMs = PAUSE_MS
  let after: string | undefined
  while (!signal.aborted) {
    try {
      await askDue()
      pauseMs = PAUSE_MS
      if (signal.aborted) return
      await readApiEvents(path, { token, signal, after }, (event) => {
        if (signal.aborted) return
        isOpen.set(true)
        after = event.id ?? after
        tell(event)
      })
    } catch {
      pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)
    }
    if (signal.aborted) return
    isOpen.set(false)
    for (const follower of followers) due.add(follower)
    await pause(pauseMs, signal)
  }
}

/** @throws when one of them has no answer; it is asked again */
async function askDue(): Promise<void> {
  const asking = [...due]
  due.clear()
  await Promise.all(asking.map(({ ask }) => ask()))
}

function tell({ name, data }: ApiEvent): void {
  const topic = (Object.keys(LIVE_EVENTS) as LiveTopic[]).find((known) => known === name)
  if (topic === undefined) return
  const items = v.parse(LIVE_EVENTS[topic], data)
  for (const follower of followers) {
    if (follower.topic === topic) (follower.onNews as (items: unknown) => void)(items)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}
