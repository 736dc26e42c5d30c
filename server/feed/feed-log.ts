import type { FeedEvent } from './feed-message.ts'

/** Some minutes of a busy server. */
const MOST_KEPT = 10_000
/** Characters of JSON: some events have a few, those of public topics some thousand. */
const MOST_CHARS = 4_000_000
/** Two processes may hear the events of two others in another order; no event is this late. */
const OTHERS_LATE_MS = 1_000

/** The newest events that a process has heard, for a client that was away for a moment. */
export function createFeedLog({
  mostKept = MOST_KEPT,
  mostChars = MOST_CHARS,
  now = () => performance.now(),
} = {}) {
  let events: (FeedEvent & { readonly at: number; readonly chars: number })[] = []
  /** Number of each kept event, counted from the first one ever. */
  let places = new Map<string, number>()
  let dropped = 0
  let keptChars = 0

  return {
    add(event: FeedEvent, chars: number): void {
      places.set(event.id, dropped + events.length)
      events.push({ ...event, at: now(), chars })
      keptChars += chars
      if (events.length < 2 * mostKept && keptChars < 2 * mostChars) return
      // Half of them at once: cheaper than one by one.
      const old = events.slice(0, Math.floor(events.length / 2))
      for (const { id } of old) places.delete(id)
      keptChars -= old.reduce((sum, each) => sum + each.chars, 0)
      events = events.slice(old.length)
      dropped += old.length
    },

    /** Forgets everything: the log must have no hole. */
    clear(): void {
      dropped += events.length
      events = []
      keptChars = 0
      places = new Map()
    },

    newest: (): string | null => events.at(-1)?.id ?? null,

    /**
     * The events after an event, in order; null if that is not known any more. Events that other processes published
     * shortly before it may come again: elsewhere they may have been heard later.
     */
    since(id: string): readonly FeedEvent[] | null {
      const place = places.get(id)
      const known = place === undefined ? undefined : events[place - dropped]
      if (place === undefined || known === undefined) return null
      const index = place - dropped
      let first = index
      while (first > 0 && known.at - (events[first - 1]?.at ?? 0) <= OTHERS_LATE_MS) first -= 1
      const others = events.slice(first, index).filter((event) => publisherOf(event) !== publisherOf(known))
      return [...others, ...events.slice(index + 1)]
    },
  }
}

const publisherOf = ({ id }: FeedEvent) => id.slice(0, id.lastIndexOf('-'))
