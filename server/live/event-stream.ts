/** A client with so much waiting does not read any more. */
export const MAX_WAITING_BYTES = 64 * 1024

const encoder = new TextEncoder()

export interface EventStream {
  readonly body: ReadableStream<Uint8Array>
  /** Sends an event; a client that does not read any more is hung up on. */
  send(event: ServerEvent | EncodedEvent): void
  end(): void
}

export interface ServerEvent {
  /** What the client comes back with. */
  readonly id?: string | null
  /** Left out of a mere sign of life. */
  readonly name?: string
  /** JSON, which has no line breaks. */
  readonly data?: string
}

/** An event that many streams send: they share its bytes. */
export type EncodedEvent = Uint8Array

/** A stream of server-sent events, whose memory is bounded. */
export function createEventStream(onEnd: () => void): EventStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let isOver = false
  const end = () => {
    if (isOver) return
    isOver = true
    controller?.close()
    onEnd()
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start(started) {
        controller = started
      },
      cancel() {
        if (isOver) return
        isOver = true
        onEnd()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_WAITING_BYTES }),
  )
  return {
    body,
    send(event) {
      if (isOver) return
      if ((controller?.desiredSize ?? 0) < 0) end()
      else controller?.enqueue(event instanceof Uint8Array ? event : encodeEvent(event))
    },
    end,
  }
}

export const encodeEvent = (event: ServerEvent): EncodedEvent => encoder.encode(format(event))

function format({ id, name, data }: ServerEvent): string {
  const lines = [id && `id: ${id}`, name && `event: ${name}`, data && `data: ${data}`].filter(Boolean)
  return lines.length === 0 ? ':\n\n' : `${lines.join('\n')}\n\n`
}
