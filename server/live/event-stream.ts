import type { Connection } from '#server/base/connection.ts'

/** A client with this much waiting does not read any more. */
export const MAX_WAITING_BYTES = 64 * 1024

const encoder = new TextEncoder()

export interface EventStream {
  /** Sends what waited, then all events. The stream is over when the connection is. */
  flowTo(connection: Connection): void
  /** Hangs up on a client that does not read any more. */
  send(event: ServerEvent | EncodedEvent): void
  end(): void
}

export interface ServerEvent {
  /** Comes back as `Last-Event-ID`. */
  readonly id?: string | null
  /** Left out of a heartbeat. */
  readonly name?: string
  /** JSON, which has no line breaks. */
  readonly data?: string
}

/** Many streams send the same bytes. */
export type EncodedEvent = Uint8Array

export function createEventStream(onEnd: () => void): EventStream {
  let connection: Connection | undefined
  const early: EncodedEvent[] = []
  let isOver = false
  const finish = () => {
    if (isOver) return
    isOver = true
    onEnd()
  }
  return {
    flowTo(opened) {
      connection = opened
      // Several writes may fail before it is known that it has closed.
      opened.on('close', finish).on('error', finish)
      if (opened.destroyed) finish()
      else for (const event of early) opened.write(event)
      early.length = 0
      if (isOver) opened.end()
    },
    send(event) {
      if (isOver) return
      const bytes = event instanceof Uint8Array ? event : encodeEvent(event)
      if (!connection) {
        early.push(bytes)
      } else if (connection.writableLength > MAX_WAITING_BYTES) {
        finish()
        connection.destroy()
      } else {
        connection.write(bytes)
      }
    },
    end() {
      finish()
      connection?.end()
    },
  }
}

export const encodeEvent = (event: ServerEvent): EncodedEvent => encoder.encode(format(event))

function format({ id, name, data }: ServerEvent): string {
  const lines = [id && `id: ${id}`, name && `event: ${name}`, data && `data: ${data}`].filter(Boolean)
  return lines.length === 0 ? ':\n\n' : `${lines.join('\n')}\n\n`
}
