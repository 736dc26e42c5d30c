import { Writable } from 'node:stream'
import type { Hono } from 'hono'
import type { EventStream } from '#server/live/event-stream.ts'

export interface ReadEvent {
  readonly id: string | undefined
  readonly name: string
  readonly data: unknown
}

/** Reads the events of a stream one by one, without keep-alive lines. */
export function eventsOf(response: Response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) throw new Error('There is no stream')
  const waiting: ReadEvent[] = []
  let rest = ''
  return {
    /** The next event; null after the end of the stream. */
    async next(): Promise<ReadEvent | null> {
      while (waiting.length === 0) {
        const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }))
        if (done) return null
        const blocks = (rest + value).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) {
          const fields = new Map(
            block.split('\n').map((line) => [line.split(': ')[0], line.split(': ').slice(1).join(': ')]),
          )
          const data = fields.get('data')
          if (data === undefined) continue
          waiting.push({
            id: fields.get('id'),
            name: fields.get('event') ?? 'message',
            data: JSON.parse(data),
          })
        }
      }
      return waiting.shift() ?? null
    },
    cancel: () => reader.cancel(),
  }
}

/** The content of a connection, as the client reads it. */
export function flowOf(stream: Pick<EventStream, 'flowTo'>): Response {
  const { connection, body } = openConnection()
  stream.flowTo(connection)
  return new Response(body)
}

/** Calls an app without a server, for an answer that may have no end. */
// oxlint-disable-next-line typescript/no-explicit-any -- whatever the app keeps for its handlers
export async function requestFlow(app: Hono<any>, path: string, init?: RequestInit): Promise<Response> {
  const { connection, body } = openConnection()
  let sent: ResponseInit | undefined
  const outgoing = Object.assign(connection, {
    removeHeader: () => {},
    flushHeaders: () => {},
    writeHead: (status: number, headers: Record<string, string>) => (sent = { status, headers }),
  })
  const answer = await app.request(path, init, { outgoing })
  return sent ? new Response(body, sent) : answer
}

/** Both ends of a connection. A slow reader makes written data wait. */
function openConnection() {
  let reader: ReadableStreamDefaultController<Uint8Array> | undefined
  let goOn: (() => void) | undefined
  const connection = new Writable({
    write(bytes: Uint8Array, _, written) {
      reader?.enqueue(bytes)
      if ((reader?.desiredSize ?? 0) > 0) written()
      else goOn = written
    },
    final(closed) {
      reader?.close()
      closed()
    },
    destroy(error, destroyed) {
      reader?.error(error ?? new Error('The connection was cut off'))
      destroyed(error)
    },
  })
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void (reader = controller),
    pull() {
      const next = goOn
      goOn = undefined
      next?.()
    },
    cancel: () => new Promise<void>((resolve) => connection.once('close', resolve).destroy()),
  })
  return { connection, body }
}
