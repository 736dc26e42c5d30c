import type { EncodedEvent, EventStream } from './event-stream.ts'

/**
 * So many streams are sent to before other work of the process has its turn: a few tenths of a millisecond. A call takes
 * about eight turns, so that one in the middle of a broadcast waits for eight times that.
 */
const AT_ONCE = 8
/** More events than this do not wait. */
const MOST_WAITING = 32

export interface Deliveries {
  /** Sends an event to the streams that there are now. Each stream gets events in the order of these calls. */
  hand(event: EncodedEvent, streams: Iterable<EventStream>): void
  /** Sends a stream what still waits for it: whatever it is sent otherwise comes after that. */
  catchUp(stream: EventStream): void
}

/** Events on their way to many streams, a few of these at a time, so that nobody's call waits for all of them. */
export function createDeliveries(): Deliveries {
  const waiting: { readonly event: EncodedEvent; readonly left: Set<EventStream> }[] = []
  let turn: NodeJS.Immediate | undefined

  function sendSome(): void {
    turn = undefined
    const [first] = waiting
    if (!first) return
    let sent = 0
    for (const stream of first.left) {
      first.left.delete(stream)
      stream.send(first.event)
      sent += 1
      if (sent === AT_ONCE) break
    }
    if (first.left.size === 0) waiting.shift()
    if (waiting.length > 0) turn ??= setImmediate(sendSome)
  }

  return {
    hand(event, streams) {
      while (waiting.length >= MOST_WAITING) {
        clearImmediate(turn)
        sendSome()
      }
      waiting.push({ event, left: new Set(streams) })
      if (turn === undefined) sendSome()
    },
    catchUp(stream) {
      for (const { event, left } of waiting) if (left.delete(stream)) stream.send(event)
    },
  }
}
