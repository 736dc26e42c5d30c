interface Bounds {
  /** For all of it, the body included. */
  readonly timeoutMs: number
  readonly maxBytes: number
}

interface Asked {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

interface Fetched {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
}

/**
 * Asks another server, which is given neither more time nor more memory than this. Redirections are not
 * followed: what they name is chosen by somebody else than the operator.
 * @throws Error when there is no answer in time; AnswerTooLargeError
 */
export async function fetchBounded(
  url: string,
  { timeoutMs, maxBytes }: Bounds,
  asked: Asked = {},
): Promise<Fetched> {
  const response = await fetch(url, {
    ...asked,
    redirect: 'manual',
    // What is left of a time may be a fraction, which the signal would not take.
    signal: AbortSignal.timeout(Math.max(0, Math.ceil(timeoutMs))),
  })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    chunks.push(chunk)
    // Leaving the loop ends the connection.
    if (size > maxBytes) throw new AnswerTooLargeError(maxBytes, Buffer.concat(chunks))
  }
  return { status: response.status, headers: response.headers, bytes: Buffer.concat(chunks) }
}

export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError'
  // Private, so that no log writes it down.
  readonly #beginning: Buffer

  constructor(maxBytes: number, beginning: Buffer) {
    super(`The answer is larger than ${maxBytes} bytes`)
    this.#beginning = beginning
  }

  /** What was read of it. */
  get beginning(): Buffer {
    return this.#beginning
  }
}
