import { onlineManager } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { reportReach } from '#api/connection.ts'
import {
  createQueryClient,
  followConnectionInQueries,
  retryDelay,
  shouldRetry,
} from '#app/start/query-client.ts'

it('retries up to three times, but not what will not change', () => {
  const down = new ApiError('network', 'down')
  expect([0, 1, 2, 3].map((count) => shouldRetry(count, down))).toEqual([true, true, true, false])
  expect(shouldRetry(0, new ApiError('http', 'broken', { status: 500 }))).toBe(true)
  expect(shouldRetry(0, new ApiError('http', 'gone', { status: 404 }))).toBe(false)
  expect(shouldRetry(0, new ApiError('http', 'slow down', { status: 429 }))).toBe(false)
  expect(shouldRetry(0, new ApiError('malformed', 'what?'))).toBe(false)
})

it('waits twice as long each time, 30 s at most', () => {
  expect([0, 1, 2, 3, 4, 5, 20].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16000, 30000, 30000])
})

it('collects unused answers after five minutes, restored ones after 24 h', () => {
  const options = createQueryClient().getDefaultOptions()
  expect(options.queries?.gcTime).toBe(300_000)
  expect(options.hydrate?.queries?.gcTime).toBe(86_400_000)
})

it('pauses queries when the server is out of reach', () => {
  followConnectionInQueries()
  const stop = onlineManager.subscribe(() => undefined)
  reportReach('unreachable')
  expect(onlineManager.isOnline()).toBe(false)
  reportReach('answered')
  expect(onlineManager.isOnline()).toBe(true)
  stop()
})
