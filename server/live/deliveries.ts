import type { EncodedEvent, EventStream } from './event-stream.ts'

/**
 * Streams that are sent to before the process does other work: a tenth of a millisecond. A call takes about eight
 * turns, so one in the middle of a broadcast waits for eight times that.
 */
const AT_ONCE = 8
/** An event that is not urgent is spread over about this time: the machine has other work, too. */
const SPREAD_MS = 100
/** More events than this do not wait. */
const MOST_WAITING = 32

export interface Deliveries {
  /**
   * Sends an event to the streams that there are now, at leisure unless it is urgent. Each stream gets events in the
   * order of these calls.
   */
  hand(event: EncodedEvent, streams: Iterable<EventStream>, isUrgent?: boolean): void
  /** Sends a stream all that waits for it, so that later sends come after. */
  catchUp(stream: EventStream): void
}

/**
 * Events on their way to many streams, a few of these at a time, so that no call waits for all of them. A stream gets
 * all that waits for it in one piece: sending is the cost.
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

  /** Writes of one turn leave as one piece. */
  function catchUp(stream: EventStream): void {
    for (const { event, left } of waiting) if (left.delete(stream)) stream.send(event)
  }

  function goOn(): void {
    isGoingOn = waiting.length > 0
    if (!isGoingOn) return
    // Earlier events do not keep an urgent one waiting.
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
