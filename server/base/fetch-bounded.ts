import { OUTSIDE_SECONDS } from './metrics.ts'
import { inSpan } from './trace.ts'

interface Bounds {
  /** Name of the other side in figures and traces, which do not have its address. */
  readonly service: string
  /** Includes the body. */
  readonly timeoutMs: number
  readonly maxBytes: number
}

interface Asked {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

interface Fetched {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
}

/**
 * Limits time and memory of a request to another server. Does not follow redirects: somebody else than the operator
 * chooses their targets.
 * @throws Error on timeout; AnswerTooLargeError
 */
export async function fetchBounded(url: string, bounds: Bounds, asked: Asked = {}): Promise<Fetched> {
  const { service } = bounds
  const startedAt = performance.now()
  let status = 'none'
  try {
    return await inSpan(`call ${service}`, { 'koi.service': service }, async () => {
      const fetched = await fetchAll(url, bounds, asked)
      status = `${Math.floor(fetched.status / 100)}xx`
      return fetched
    })
  } finally {
    OUTSIDE_SECONDS.observe({ service, status }, (performance.now() - startedAt) / 1_000)
  }
}

async function fetchAll(url: string, { timeoutMs, maxBytes }: Bounds, asked: Asked): Promise<Fetched> {
  const response = await fetch(url, {
    ...asked,
    redirect: 'manual',
    // A remaining time may be a fraction, which the signal refuses.
    signal: AbortSignal.timeout(Math.max(0, Math.ceil(timeoutMs))),
  })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    chunks.push(chunk)
    if (size > maxBytes) throw new AnswerTooLargeError(maxBytes, Buffer.concat(chunks))
  }
  return { status: response.status, headers: response.headers, bytes: Buffer.concat(chunks) }
}

export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError'
  // Private, so that no log contains it.
  readonly #beginning: Buffer

  constructor(maxBytes: number, beginning: Buffer) {
    super(`The answer is larger than ${maxBytes} bytes`)
    this.#beginning = beginning
  }

  get beginning(): Buffer {
    return this.#beginning
  }
}
