import { connect, type Socket } from 'node:net'
import { API_BASE } from '#contract/api-base.ts'
import { LIVE_PATH, type LiveEvent } from '#contract/live.ts'

export type CrashRoundEvent = Extract<LiveEvent<'crash'>, { type: 'round' }>

/** Number of streams opened in parallel; more would measure a first load. */
const OPENED_AT_ONCE = 50
const ROUND_EVENT = '\ndata: {"type":"round"'
const FRAME_END = '\n\n'
const DATA = '\ndata: '.length

export interface Streams {
  /** The number of open streams. */
  open(): number
  close(): void
}

interface StreamsOptions {
  readonly origins: readonly string[]
  readonly count: number
  /** Called when one stream hears of a new state of a round. @param at milliseconds since the epoch */
  readonly onRound: (event: CrashRoundEvent, stream: number, at: number) => void
}

/** Watchers of Crash, spread over the processes. Each comes from its own network. */
export async function openStreams({ origins, count, onRound }: StreamsOptions): Promise<Streams> {
  const sockets = new Set<Socket>()
  const watch = (n: number) =>
    new Promise<void>((resolve, reject) => {
      const { hostname, port, host } = new URL(origins[n % origins.length] ?? '')
      const socket = connect(Number(port), hostname)
      const head = [
        `GET ${API_BASE}${LIVE_PATH}?topics=crash HTTP/1.1`,
        ...[`host: ${host}`, 'accept: text/event-stream', `x-forwarded-for: 10.1.${n >> 8}.${n & 255}`],
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      let rest: Buffer = Buffer.alloc(0)
      let isOpen = false
      socket.on('data', (bytes: Buffer) => {
        const at = Date.now()
        if (!isOpen) {
          const status = bytes.toString('latin1', 0, bytes.indexOf('\r\n'))
          if (status !== 'HTTP/1.1 200 OK') return reject(new Error(`A stream answered ${status}`))
          isOpen = true
          sockets.add(socket)
          resolve()
        }
        const all = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
        const end = all.lastIndexOf(FRAME_END)
        rest = all.subarray(end < 0 ? 0 : end + FRAME_END.length)
        // Decodes only the part it needs: the clients share the machine with the measured servers.
        for (let from = all.indexOf(ROUND_EVENT); from >= 0 && from < end;) {
          const to = all.indexOf(FRAME_END, from)
          onRound(JSON.parse(all.toString('utf8', from + DATA, to)) as CrashRoundEvent, n, at)
          from = all.indexOf(ROUND_EVENT, to)
        }
      })
      socket.on('close', () => void sockets.delete(socket)).on('error', reject)
    })
  for (let from = 0; from < count; from += OPENED_AT_ONCE) {
    const some = Math.min(OPENED_AT_ONCE, count - from)
    await Promise.all(Array.from({ length: some }, (_, n) => watch(from + n)))
  }
  return { open: () => sockets.size, close: () => sockets.forEach((socket) => socket.destroy()) }
}
