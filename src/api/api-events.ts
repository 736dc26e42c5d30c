import { API_BASE } from '#contract/api-base.ts'
import { LAST_EVENT_ID_HEADER } from '#contract/live.ts'

/** The server sends something every 15 s: a stream that is silent for longer is dead. */
const SILENCE_MS = 40_000

/** One server-sent event. */
export interface ApiEvent {
  /** Cursor for opening the stream again. */
  readonly id: string | undefined
  /** Undefined if the event has only an id. */
  readonly name: string | undefined
  /** Parsed JSON. */
  readonly data: unknown
}

interface StreamOptions {
  /** Null for a stream with only public topics. */
  readonly token: string | null
  readonly signal: AbortSignal
  /** Id of the last received event. */
  readonly after?: string | undefined
}

/**
 * Reads server-sent events until the stream ends. Uses `fetch` because the browser's `EventSource` cannot send the
 * token.
 * @throws if the stream cannot be opened, breaks off, falls silent, or contains anything but JSON
 */
export async function readApiEvents(
  path: string,
  { token, signal, after }: StreamOptions,
  onEvent: (event: ApiEvent) => void,
): Promise<void> {
  const connection = new AbortController()
  const hangUp = () => connection.abort()
  signal.addEventListener('abort', hangUp, { once: true })
  let timer = setTimeout(hangUp, SILENCE_MS)
  try {
    signal.throwIfAborted()
    const response = await fetch(API_BASE + path, {
      headers: {
        Accept: 'text/event-stream',
        ...(token !== null && { 'Access-Token': token }),
        ...(after !== undefined && { [LAST_EVENT_ID_HEADER]: after }),
      },
      cache: 'no-store',
      signal: connection.signal,
    })
    if (!response.ok || !response.body) throw new Error(`The stream answered ${response.status}`)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      clearTimeout(timer)
      timer = setTimeout(hangUp, SILENCE_MS)
      const events = (rest + value).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) onEvent(eventOf(event))
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', hangUp)
    connection.abort()
  }
}

/** Reads only the format of Koi's server: each field once, the data in one line. */
function eventOf(text: string): ApiEvent {
  const fields = new Map(
    text.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)]
    }),
  )
  const data = fields.get('data')
  return {
    id: fields.get('id'),
    name: fields.get('event'),
    data: data === undefined ? undefined : (JSON.parse(data) as unknown),
  }
}
