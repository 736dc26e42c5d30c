import * as v from 'valibot'
import type { BodyOf, DataOf, Endpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts'
import { AnyFailureSchema } from '#contract/envelope.ts'
import { ApiError } from './api-error.ts'

export const API_TIMEOUT_MS = 6_000

export interface ApiClientOptions {
  /** Prefix of every path, without a trailing slash. */
  baseUrl: string
  readToken: () => string | null
  tokenHeader?: string
  /** Identifies the device, for calls that need no session. */
  deviceHeaders?: () => Promise<Record<string, string>>
  fetch?: typeof fetch
  timeoutMs?: number
  /** HTTP 403, with the sentence to show. */
  onForbidden?: (message: string) => void
  /** HTTP 401 with `result.isLogin`: the token, if any, is no longer valid. */
  onDeadToken?: (token: string | null) => void
  /** Called after every call. A single `unanswered` call does not mean that the server is gone. */
  onReach?: (reach: 'answered' | 'unanswered' | 'unreachable') => void
}

export interface CallOptions<E extends Endpoint> {
  params?: ParamsOf<E>
  query?: QueryOf<E>
  body?: BodyOf<E>
  signal?: AbortSignal
  /** Sent instead of the stored token; its refusal does not end the session. */
  token?: string
  /** The request continues after the page closes. */
  keepalive?: boolean
}

export interface ApiClient {
  /**
   * Resolves to the parsed `data` of the answer. Rejects with {@link ApiError}, or with the signal's reason if
   * cancelled.
   */
  call<E extends Endpoint>(endpoint: E, options?: CallOptions<E>): Promise<DataOf<E>>
}

/** HTTP client with base path, timeout and a header for the token (`Access-Token` by default). Parses answers against the contract. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { baseUrl, readToken, tokenHeader = 'Access-Token', timeoutMs = API_TIMEOUT_MS } = options
  const doFetch: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init))
  const givenUp = new Set<string>()

  return {
    async call(endpoint, options = {}) {
      const token = options.token ?? readToken()
      const { response, text } = await send(endpoint, options, token)
      const body = parseJson(text)
      if (!response.ok) throw failure(response, body, token, options)
      // Another player may have logged in since: drop the answer for the previous one.
      if (options.token === undefined && token !== null && readToken() !== token) {
        throw new ApiError('network', `The session that asked for ${endpoint.path} has ended`)
      }
      const parsed = v.safeParse(v.object({ data: endpoint.data }), body)
      if (!parsed.success) {
        throw new ApiError('malformed', `Malformed answer of ${endpoint.path}`, { status: response.status })
      }
      return parsed.output.data
    },
  }

  async function send<E extends Endpoint>(
    endpoint: E,
    { params, query, body, signal, keepalive = false }: CallOptions<E>,
    token: string | null,
  ) {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), timeoutMs)
    const cancel = () => limit.abort()
    signal?.addEventListener('abort', cancel, { once: true })
    const isAnybodys = endpoint.access === 'public' && !endpoint.isOpen
    const url = baseUrl + fillPath(endpoint.path, params) + queryString(query)
    try {
      signal?.throwIfAborted()
      const response = await doFetch(url, {
        method: endpoint.method,
        headers: {
          Accept: 'application/json',
          ...(token !== null && { [tokenHeader]: token }),
          ...(isAnybodys && (await options.deviceHeaders?.())),
          ...contentType(body),
        },
        ...(body !== undefined && { body: encode(body) }),
        signal: limit.signal,
        keepalive,
        // The page's own preload may still hang, and the HTTP cache would make this call wait for it.
        ...(givenUp.has(url) && { cache: 'reload' }),
      })
      const text = await response.text()
      givenUp.delete(url)
      options.onReach?.('answered')
      return { response, text }
    } catch (cause) {
      signal?.throwIfAborted()
      const isTimeout = limit.signal.aborted
      if (isTimeout) givenUp.add(url)
      options.onReach?.(isTimeout ? 'unanswered' : 'unreachable')
      throw isTimeout
        ? new ApiError('timeout', `No answer within ${timeoutMs} ms`, { cause })
        : new ApiError('network', 'The server could not be reached', { cause })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    }
  }

  function failure(
    response: Response,
    body: unknown,
    token: string | null,
    { token: ownToken }: { token?: string },
  ): ApiError {
    const answer = v.parse(AnyFailureSchema, body)
    const message = answer.message || response.statusText
    const isDeadToken = response.status === 401 && answer.result?.isLogin === true
    if (response.status === 403) options.onForbidden?.(message)
    if (isDeadToken && ownToken === undefined) options.onDeadToken?.(token)
    return new ApiError('http', message, {
      status: response.status,
      code: answer.code ?? `http_${response.status}`,
      isDeadToken,
      fields: answer.fields ?? [],
      retryAfterS: answer.retryAfterS ?? null,
      reference: response.headers.get('x-request-id'),
    })
  }
}

function fillPath(path: string, params: object = {}): string {
  const values = params as Record<string, string>
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

function queryString(query: object = {}): string {
  const set = Object.entries(query).filter(([, value]) => value !== undefined) as [string, string][]
  return set.length > 0 ? `?${new URLSearchParams(set)}` : ''
}

const encode = (body: unknown) => (body instanceof Blob ? body : JSON.stringify(body))

function contentType(body: unknown): Record<string, string> {
  if (body === undefined) return {}
  return { 'Content-Type': body instanceof Blob ? body.type : 'application/json' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * First part of the query key of every endpoint; the second is the path, by which stored answers find their endpoint.
 */
export const API_QUERY_KEY = 'api'
