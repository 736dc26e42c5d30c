import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { reportReach } from '#api/connection.ts'
import {
  createQueryClient,
  followConnectionInQueries,
  retryDelay,
  shouldRetry,
} from '#app/start/query-client.ts'

afterEach(() => vi.useRealTimers())

it('retries up to three times, but not errors that a retry cannot change', () => {
  const down = new ApiError('network', 'down')
  expect([0, 1, 2, 3].map((count) => shouldRetry(count, down))).toEqual([true, true, true, false])
  expect(shouldRetry(0, new ApiError('http', 'broken', { status: 500 }))).toBe(true)
  expect(shouldRetry(0, new ApiError('http', 'gone', { status: 404 }))).toBe(false)
  expect(shouldRetry(0, new ApiError('http', 'slow down', { status: 429 }))).toBe(false)
  expect(shouldRetry(0, new ApiError('malformed', 'what?'))).toBe(false)
})

it('doubles the pause each time, up to 30 s', () => {
  expect([0, 1, 2, 3, 4, 5, 20].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16000, 30000, 30000])
})

it('discards unused answers after five minutes and restored ones after 24 h', () => {
  const options = createQueryClient().getDefaultOptions()
  expect(options.queries?.gcTime).toBe(300_000)
  expect(options.hydrate?.queries?.gcTime).toBe(86_400_000)
})

it('pauses queries while the server is unreachable', () => {
  followConnectionInQueries(createQueryClient())
  const stop = onlineManager.subscribe(() => undefined)
  reportReach('unreachable')
  expect(onlineManager.isOnline()).toBe(false)
  reportReach('answered')
  expect(onlineManager.isOnline()).toBe(true)
  stop()
})

it('does not pause them for a slow server, and asks again for what failed once it answers in time', async () => {
  const client = createQueryClient()
  followConnectionInQueries(client)
  client.mount()
  reportReach('unanswered')
  expect(onlineManager.isOnline()).toBe(true)
  const queryFn = vi.fn().mockRejectedValueOnce(new ApiError('timeout', 'late')).mockResolvedValue('here')
  const stop = new QueryObserver(client, { queryKey: ['api', '/late'], queryFn, retry: false }).subscribe(
    () => undefined,
  )
  await vi.waitFor(() => expect(client.getQueryState(['api', '/late'])?.status).toBe('error'))
  reportReach('answered')
  await vi.waitFor(() => expect(client.getQueryData(['api', '/late'])).toBe('here'))
  stop()
  client.unmount()
})

it.each([undefined, 0, 30_000, 5 * 60_000, Infinity])(
  'refetches an answer dated in the future once the clock is right: fresh for %s ms',
  async (staleTime) => {
    vi.useFakeTimers({ now: Date.parse('2027-01-01'), toFake: ['Date'] })
    const client = createQueryClient()
    const queryKey = ['api', '/balances']
    const queryFn = vi.fn(async () => 'new')
    const options = { queryKey, queryFn, ...(staleTime !== undefined && { staleTime }) }
    client.setQueryData(queryKey, 'old')
    expect(await client.fetchQuery({ ...options, staleTime: 60_000 })).toBe('old')

    vi.setSystemTime('2026-11-28')
    expect(await client.fetchQuery(options)).toBe('new')
    expect(queryFn).toHaveBeenCalledOnce()

    client.setQueryData(queryKey, 'of the future', { updatedAt: Date.parse('2027-01-01') })
    const stop = new QueryObserver(client, options).subscribe(() => undefined)
    await vi.waitFor(() => expect(client.getQueryData(queryKey)).toBe('new'))
    stop()
    expect(queryFn).toHaveBeenCalledTimes(2)
    // An answer from now is fresh for as long as configured.
    await client.fetchQuery({ ...options, staleTime: 60_000 })
    expect(queryFn).toHaveBeenCalledTimes(2)
  },
)
