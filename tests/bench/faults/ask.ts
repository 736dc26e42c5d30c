import { API_BASE } from '#contract/api-base.ts'

/** The app's own timeout. */
const CLIENT_TIMEOUT_MS = 6_000

export interface Answer {
  /** 0 without an answer. */
  readonly status: number
  /** `ok`, or the code of the failure. */
  readonly code: string
  readonly data: Record<string, unknown>
}

export interface Call {
  readonly token?: string | undefined
  readonly body?: unknown
  readonly from?: string | undefined
}

export const isGood = ({ status }: Answer) => status >= 200 && status < 300

/** Calls the API, and never throws. */
export async function ask(
  origin: string,
  method: string,
  path: string,
  { token, body, from }: Call,
): Promise<Answer> {
  try {
    const response = await fetch(origin + API_BASE + path, {
      method,
      signal: AbortSignal.timeout(CLIENT_TIMEOUT_MS),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { 'access-token': token }),
        ...(from !== undefined && { 'x-forwarded-for': from }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const read = (await response.json()) as { data?: Record<string, unknown>; code?: string }
    return {
      status: response.status,
      code: response.ok ? 'ok' : (read.code ?? 'no code'),
      data: read.data ?? {},
    }
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    return { status: 0, code: isLate ? 'no answer in 6 s' : 'no connection', data: {} }
  }
}
