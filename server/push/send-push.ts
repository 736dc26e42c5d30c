import { fetchBounded } from '#server/base/fetch-bounded.ts'

const BOUNDS = { service: 'push', timeoutMs: 10_000, maxBytes: 16 * 1024 }
const LONGEST_WAIT_MS = 24 * 60 * 60_000

type Outcome = 'sent' | 'gone' | { readonly status: number | null; readonly retryAfterMs: number }

export async function sendPush(
  endpoint: string,
  body: Buffer<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
): Promise<Outcome> {
  try {
    const { status, headers: answer } = await fetchBounded(endpoint, BOUNDS, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/octet-stream', 'content-encoding': 'aes128gcm' },
      body,
    })
    if (status >= 200 && status < 300) return 'sent'
    if (status === 404 || status === 410) return 'gone'
    return { status, retryAfterMs: retryAfterOf(answer) }
  } catch {
    return { status: null, retryAfterMs: 0 }
  }
}

/** Seconds or a date, by the clock of the push service, which may ask for a day at most. */
function retryAfterOf(headers: Headers): number {
  const text = headers.get('retry-after')
  if (text === null) return 0
  const ms = /^\d+$/.test(text)
    ? Number(text) * 1_000
    : Date.parse(text) - Date.parse(headers.get('date') ?? '')
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), LONGEST_WAIT_MS) : 0
}
