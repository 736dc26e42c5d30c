import type { EncodedEvent, EventStream } from './event-stream.ts'

/** So many streams are sent to before other work of the process has its turn: about a millisecond. */
const AT_ONCE = 64
/** More events than this do not wait. */
const MOST_WAITING = 32

export interface Deliveries {
  /** Sends an event to the streams that there are now. Each stream gets events in the order of these calls. */
  hand(event: EncodedEvent, streams: Iterable<EventStream>): void
  /** Sends at once what still waits: whatever is sent to streams otherwise comes after it. */
  flush(): void
}

/** Events on their way to many streams, a few of these at a time, so that nobody's call waits for all of them. */
export function createDeliveries(): Deliveries {
  const waiting: { readonly event: EncodedEvent; readonly streams: readonly EventStream[]; next: number }[] =
    []
  let turn: NodeJS.Immediate | undefined

  function sendSome(): void {
    turn = undefined
    const [first] = waiting
    if (!first) return
    const some = first.streams.slice(first.next, first.next + AT_ONCE)
    for (const stream of some) stream.send(first.event)
    first.next += AT_ONCE
    if (first.next >= first.streams.length) waiting.shift()
    if (waiting.length > 0) turn = setImmediate(sendSome)
  }

  function flush(): void {
    while (waiting.length > 0) {
      clearImmediate(turn)
      sendSome()
    }
  }

  return {
    hand(event, streams) {
      if (waiting.length >= MOST_WAITING) flush()
      waiting.push({ event, streams: [...streams], next: 0 })
      if (turn === undefined) sendSome()
    },
    flush,
  }
}
