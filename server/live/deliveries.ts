import type { EncodedEvent, EventStream } from './event-stream.ts'

/**
 * So many streams are sent to before other work of the process has its turn: a tenth of a millisecond. A call takes
 * about eight turns, so that one in the middle of a broadcast waits for eight times that.
 */
const AT_ONCE = 8
/** What nobody waits for is spread over about so long: the machine has other work, too. */
const SPREAD_MS = 100
/** More events than this do not wait. */
const MOST_WAITING = 32

export interface Deliveries {
  /**
   * Sends an event to the streams that there are now, at leisure unless it is urgent. Each stream gets events in the
   * order of these calls.
   */
  hand(event: EncodedEvent, streams: Iterable<EventStream>, isUrgent?: boolean): void
  /** Sends a stream what still waits for it: whatever it is sent otherwise comes after that. */
  catchUp(stream: EventStream): void
}

/**
 * Events on their way to many streams, a few of these at a time, so that nobody's call waits for all of them. A stream
 * whose turn it is gets all that waits for it, in one piece: sending is what costs.
 */
export function createDeliveries(): Deliveries {
  const waiting: {
    readonly event: EncodedEvent
    readonly left: Set<EventStream>
    readonly atOnce: number
    readonly isUrgent: boolean
  }[] = []
  let urgent = 0
  let isGoingOn = false
  let pause: NodeJS.Timeout | undefined

  function sendSome(): void {
    const [first] = waiting
    if (!first) return
    let sent = 0
    for (const stream of first.left) {
      catchUp(stream)
      sent += 1
      if (sent === first.atOnce) break
    }
    while (waiting[0]?.left.size === 0) if (waiting.shift()?.isUrgent) urgent -= 1
  }

  /** What is written in one turn leaves as one piece. */
  function catchUp(stream: EventStream): void {
    for (const { event, left } of waiting) if (left.delete(stream)) stream.send(event)
  }

  function goOn(): void {
    isGoingOn = waiting.length > 0
    if (!isGoingOn) return
    // What comes before something urgent does not keep it waiting.
    if (urgent > 0) setImmediate(next)
    else pause = setTimeout(next, 1)
  }

  function next(): void {
    pause = undefined
    sendSome()
    goOn()
  }

  return {
    hand(event, streams, isUrgent = false) {
      while (waiting.length >= MOST_WAITING) sendSome()
      const left = new Set(streams)
      waiting.push({ event, left, atOnce: Math.max(AT_ONCE, Math.ceil(left.size / SPREAD_MS)), isUrgent })
      if (isUrgent) urgent += 1
      if (!isGoingOn) {
        next()
      } else if (pause !== undefined && urgent > 0) {
        clearTimeout(pause)
        next()
      }
    },
    catchUp,
  }
}
