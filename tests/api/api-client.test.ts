import { afterEach, describe, expect, it, vi } from 'vitest'
import { createApiClient } from '#api/api-client.ts'
import { ApiError } from '#api/api-error.ts'
import { requestEmailCode } from '#contract/auth.ts'
import { listCoins } from '#contract/coins.ts'
import { getGame } from '#contract/games.ts'
import { getHealth } from '#contract/health.ts'
import { getUser } from '#contract/user.ts'

const healthy = { data: { live: true, ready: true, version: '1' } }

function answer(status: number, body: unknown, statusText = '') {
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, statusText })
}

function clientAnswering(
  respond: (request: Request) => Promise<Response> | Response,
  token: string | null = null,
) {
  const requests: Request[] = []
  const notices = { onForbidden: vi.fn(), onDeadToken: vi.fn(), onReach: vi.fn() }
  const client = createApiClient({
    baseUrl: 'http://koi.test/api',
    readToken: () => token,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      requests.push(request)
      return respond(request)
    },
    ...notices,
  })
  return { client, requests, ...notices }
}

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('should reject'),
    (error: unknown) => error as ApiError,
  )

afterEach(() => vi.useRealTimers())

describe('the API client', () => {
  it('names the device only in calls without a session', async () => {
    const seen: (string | null)[] = []
    const client = createApiClient({
      baseUrl: 'http://koi.test/api',
      readToken: () => null,
      deviceHeaders: async () => ({ 'Device-Key': 'a key' }),
      fetch: async (input, init) => {
        seen.push(new Request(input, init).headers.get('device-key'))
        return answer(200, { data: {} })
      },
    })
    const query = { email: 'kai@koi.example', purpose: 'reset' } as const
    await client.call(requestEmailCode, { query }).catch(() => {})
    await client.call(listCoins).catch(() => {})
    await client.call(getUser).catch(() => {})
    expect(seen).toEqual(['a key', null, null])
  })

  it('calls below the base path and returns the parsed data', async () => {
    const { client, requests } = clientAnswering(() => answer(200, healthy))
    await expect(client.call(getHealth)).resolves.toEqual(healthy.data)
    expect(requests[0]?.url).toBe('http://koi.test/api/health')
    expect(requests[0]?.headers.has('Access-Token')).toBe(false)
  })

  it('sends the access token if there is one', async () => {
    const { client, requests } = clientAnswering(() => answer(200, healthy), 'a-token-of-some-length')
    await client.call(getHealth)
    expect(requests[0]?.headers.get('Access-Token')).toBe('a-token-of-some-length')
  })

  it('drops an answer for a player who has logged out meanwhile', async () => {
    let token: string | null = 'of-ann'
    const client = createApiClient({
      baseUrl: 'http://koi.test/api',
      readToken: () => token,
      fetch: async () => {
        token = 'of-bob'
        return answer(200, healthy)
      },
    })
    expect((await caught(client.call(getHealth))).kind).toBe('network')
    await expect(client.call(getHealth, { token: 'of-ann' })).resolves.toEqual(healthy.data)
  })

  it('encodes path parameters', async () => {
    const { client, requests } = clientAnswering(() =>
      answer(404, { message: 'No such game', code: 'not_found' }),
    )
    const error = await caught(client.call(getGame, { params: { slug: 'a/../b' } }))
    expect(requests[0]?.url).toBe('http://koi.test/api/games/a%2F..%2Fb')
    expect(error).toMatchObject({ kind: 'http', status: 404, code: 'not_found', message: 'No such game' })
  })

  it('shows the message of a 403 and throws the error', async () => {
    const { client, onForbidden } = clientAnswering(() =>
      answer(403, { message: 'Not here', code: 'forbidden' }),
    )
    await expect(client.call(getHealth)).rejects.toBeInstanceOf(ApiError)
    expect(onForbidden).toHaveBeenCalledExactlyOnceWith('Not here')
  })

  it.each([
    ['no code', { message: 'Not from here' }],
    ['a code that is no text', { message: 'Not from here', code: 7 }],
    ['a field that makes no sense', { message: 'Not from here', fields: 'none', retryAfterS: -1 }],
  ])('shows the message of a 403 with %s', async (_, body) => {
    const { client, onForbidden } = clientAnswering(() => answer(403, body, 'Forbidden'))
    await expect(client.call(getHealth)).rejects.toMatchObject({
      status: 403,
      code: 'http_403',
      message: 'Not from here',
    })
    expect(onForbidden).toHaveBeenCalledExactlyOnceWith('Not from here')
  })

  it('shows the status text of a 403 without a message', async () => {
    const { client, onForbidden } = clientAnswering(() => answer(403, '<html>', 'Forbidden'))
    await expect(client.call(getHealth)).rejects.toMatchObject({ status: 403, code: 'http_403' })
    expect(onForbidden).toHaveBeenCalledExactlyOnceWith('Forbidden')
  })

  it('reports an invalid token only on 401 with result.isLogin', async () => {
    const dead = clientAnswering(() =>
      answer(401, { message: 'x', code: 'unauthorized', result: { isLogin: true } }),
    )
    await expect(dead.client.call(getHealth)).rejects.toMatchObject({ isDeadToken: true })
    expect(dead.onDeadToken).toHaveBeenCalledOnce()

    const other = clientAnswering(() => answer(401, { message: 'x', code: 'unauthorized' }))
    await expect(other.client.call(getHealth)).rejects.toMatchObject({ isDeadToken: false, status: 401 })
    expect(other.onDeadToken).not.toHaveBeenCalled()
  })

  it.each([
    ['not JSON', 'oops'],
    ['an empty body', ''],
    ['another shape', { data: { live: 'yes' } }],
    ['no envelope', healthy.data],
  ])('treats %s as malformed', async (_, body) => {
    const { client, onReach } = clientAnswering(() => answer(200, body))
    await expect(client.call(getHealth)).rejects.toMatchObject({ kind: 'malformed', code: 'malformed' })
    expect(onReach).toHaveBeenLastCalledWith('answered')
  })

  it('gives up after 6000 ms', async () => {
    vi.useFakeTimers()
    const { client, onReach } = clientAnswering(
      (request) =>
        new Promise((_, reject) =>
          request.signal.addEventListener('abort', () => reject(request.signal.reason as Error)),
        ),
    )
    const outcome = caught(client.call(getHealth))
    await vi.advanceTimersByTimeAsync(5_999)
    expect(onReach).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcome).toMatchObject({ kind: 'timeout', code: 'timeout' })
    expect(onReach).toHaveBeenLastCalledWith('unanswered')
  })

  it('bypasses the HTTP cache after a timeout, until there is an answer', async () => {
    vi.useFakeTimers()
    let isSlow = true
    const { client, requests } = clientAnswering((request) =>
      isSlow
        ? new Promise((_, reject) =>
            request.signal.addEventListener('abort', () => reject(request.signal.reason as Error)),
          )
        : answer(200, healthy),
    )
    const outcome = caught(client.call(getHealth))
    await vi.advanceTimersByTimeAsync(6_000)
    await outcome
    isSlow = false
    await client.call(getHealth)
    await client.call(getHealth)
    expect(requests.map(({ cache }) => cache)).toEqual(['default', 'reload', 'default'])
  })

  it('reports a broken connection as such', async () => {
    const { client, onReach } = clientAnswering(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(client.call(listCoins)).rejects.toMatchObject({ kind: 'network', status: 0 })
    expect(onReach).toHaveBeenLastCalledWith('unreachable')
  })

  it('rejects with the reason of a cancelled call and shows no toast', async () => {
    const { client, onReach } = clientAnswering(
      (request) =>
        new Promise((_, reject) =>
          request.signal.addEventListener('abort', () => reject(request.signal.reason as Error)),
        ),
    )
    const controller = new AbortController()
    const outcome = client.call(getHealth, { signal: controller.signal })
    const reason = new Error('left the page')
    controller.abort(reason)
    await expect(outcome).rejects.toBe(reason)
    expect(onReach).not.toHaveBeenCalled()
  })
})
