import { API_BASE } from '#contract/api-base.ts'

/** The server says something every 15 s; a line that is silent for longer is dead. */
const SILENCE_MS = 40_000

/**
 * Reads a stream of server-sent events until it ends, each as parsed JSON. Over `fetch`, because the browser's
 * own `EventSource` cannot send the token.
 * @throws when it cannot be had, breaks off, falls silent, or brings what is not JSON
 */
export async function readApiEvents(
  path: string,
  { token, signal }: { readonly token: string; readonly signal: AbortSignal },
  onEvent: (event: unknown) => void,
): Promise<void> {
  const line = new AbortController()
  const hangUp = () => line.abort()
  signal.addEventListener('abort', hangUp, { once: true })
  let timer = setTimeout(hangUp, SILENCE_MS)
  try {
    signal.throwIfAborted()
    const response = await fetch(API_BASE + path, {
      headers: { Accept: 'text/event-stream', 'Access-Token': token },
      cache: 'no-store',
      signal: line.signal,
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
      for (const event of events) {
        if (event.startsWith('data: ')) onEvent(JSON.parse(event.slice(6)))
      }
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', hangUp)
    line.abort()
  }
}
