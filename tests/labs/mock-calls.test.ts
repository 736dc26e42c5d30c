import { afterEach, describe, expect, it, vi } from 'vitest'
import { API_TIMEOUT_MS } from '#api/api-client.ts'
import { ApiError } from '#api/api-error.ts'
import { API } from '#contract/api.ts'
import { callMock, MOCK_PATHS } from '#features/labs/mock-calls.ts'
import type { MockScenario } from '#features/labs/mock-fetch.ts'

const notices = { onForbidden: vi.fn(), onDeadToken: vi.fn() }
const call = (scenario: MockScenario, path: (typeof MOCK_PATHS)[number] = '/coins') =>
  callMock(path, scenario, new AbortController().signal, notices)
const failureOf = (scenario: MockScenario) =>
  call(scenario).then(
    () => undefined,
    (error: unknown) => error,
  )

afterEach(() => {
  vi.clearAllMocks()
  vi.useRealTimers()
})

describe('the list of mock calls', () => {
  it('contains every call without a session and a query', () => {
    const read = API.filter(({ method, access, query }) => method === 'GET' && access === 'public' && !query)
    expect(MOCK_PATHS).toEqual(
      read.map(({ path }) =>
        path
          .replace(':slug', 'dice')
          .replace(':period', 'day')
          .replace(':day', '2026-11-24')
          .replace(':provider', 'hub')
          .replace(':code', '1')
          .replace(':key', 'koi-koi-koi-koi-koi-22'),
      ),
    )
  })
  it.each(MOCK_PATHS)('answers %s as the contract says', async (path) => {
    await expect(call('ok', path)).resolves.toBeDefined()
  })
  it.each([
    ['forbidden', { kind: 'http', status: 403, code: 'forbidden' }],
    ['dead-token', { kind: 'http', status: 401, isDeadToken: true }],
    ['internal', { kind: 'http', status: 500, code: 'internal' }],
    ['malformed', { kind: 'malformed', status: 200 }],
    ['offline', { kind: 'network', status: 0 }],
  ] as const)('fails %s with its name', async (scenario, expected) => {
    const error = await failureOf(scenario)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject(expected)
  })
  it('reports refusals as the app does', async () => {
    await failureOf('forbidden')
    expect(notices.onForbidden).toHaveBeenCalledWith('This account may not do that')
    await failureOf('dead-token')
    expect(notices.onDeadToken).toHaveBeenCalledOnce()
  })
  it('gives up on a slow answer at the time limit, not before', async () => {
    vi.useFakeTimers()
    const settled = vi.fn()
    const failed = failureOf('slow').then((error) => {
      settled()
      return error
    })
    await vi.advanceTimersByTimeAsync(API_TIMEOUT_MS - 1)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await failed).toMatchObject({ kind: 'timeout' })
  })
  it('rejects with the reason when cancelled', async () => {
    const controller = new AbortController()
    const pending = callMock('/coins', 'slow', controller.signal, notices)
    controller.abort(new Error('left the page'))
    await expect(pending).rejects.toThrow('left the page')
  })
})
