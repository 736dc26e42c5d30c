// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import type { Break, ResponsiblePlay } from '#contract/responsible-play.ts'
import { responsiblePlayQuery } from '#features/responsible-play/responsible-play.queries.ts'
import { useRunningBreak } from '#features/responsible-play/breaks/use-running-break.ts'
import { api } from '#session/api.ts'
import { NOBODY, currentUser } from '#session/user.state.ts'

const HOUR = 3_600_000
const NOW = Date.parse('2026-03-04T15:00:00Z')

/** The server's answer; null for a server that cannot be reached. */
let answer: Break | 'none' | null

const breakUntil = (until: number): Break => ({
  kind: 'time-out',
  startedAt: new Date(NOW - 24 * HOUR).toISOString(),
  until: new Date(until).toISOString(),
})

function useInClient(restored?: ResponsiblePlay) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  if (restored) client.setQueryData(responsiblePlayQuery.queryKey, restored, { updatedAt: NOW - HOUR })
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(() => useRunningBreak(), { wrapper })
}

/** React renders at the end of an `act`, so an effect of that render needs another one. */
async function wait(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms))
  await act(() => vi.advanceTimersByTimeAsync(100))
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  localStorage.clear()
  currentUser.set({ uid: 7, nickname: '', avatar: '' })
  vi.spyOn(api, 'call').mockImplementation(async () => {
    if (answer === null) throw new ApiError('network', 'no server')
    const known: ResponsiblePlay = {
      limits: [],
      reminderMinutes: null,
      break: answer === 'none' ? null : answer,
    }
    return known
  })
})
afterEach(() => {
  cleanup()
  currentUser.set(NOBODY)
  vi.useRealTimers()
})

it('ends a break in time, after the server has confirmed it', async () => {
  answer = breakUntil(NOW + HOUR)
  const { result } = useInClient()
  await wait(100)
  expect(result.current).toEqual(answer)
  answer = 'none'
  await wait(HOUR + 1_000)
  expect(result.current).toBeNull()
})

it('keeps a break that the server reports, whatever this device’s clock says', async () => {
  answer = breakUntil(NOW - HOUR)
  const { result } = useInClient()
  await wait(100)
  expect(result.current).toEqual(answer)
})

it('asks the server when the clock is put forward, and keeps the break', async () => {
  answer = breakUntil(NOW + 3 * HOUR)
  const { result } = useInClient()
  await wait(100)
  vi.setSystemTime(NOW + 72 * HOUR)
  await wait(3 * HOUR)
  expect(api.call).toHaveBeenCalledTimes(2)
  expect(result.current).toEqual(answer)
})

it('follows the clock when the server is unreachable', async () => {
  answer = breakUntil(NOW + HOUR)
  const first = useInClient()
  await wait(100)
  first.unmount()
  answer = null
  const { result } = useInClient()
  await wait(100)
  expect(result.current).toEqual(breakUntil(NOW + HOUR))
  await wait(HOUR + 1_000)
  expect(result.current).toBeNull()
})

it('believes a kept break more than an answer of an earlier page, until the server answers', async () => {
  answer = breakUntil(NOW + HOUR)
  const first = useInClient()
  await wait(100)
  first.unmount()
  answer = null
  const { result } = useInClient({ limits: [], reminderMinutes: null, break: null })
  expect(result.current).toEqual(breakUntil(NOW + HOUR))
  await wait(100)
  expect(result.current).toEqual(breakUntil(NOW + HOUR))
})

it('ends a kept break once the server says that no break runs', async () => {
  answer = breakUntil(NOW + HOUR)
  const first = useInClient()
  await wait(100)
  first.unmount()
  answer = 'none'
  const { result } = useInClient({ limits: [], reminderMinutes: null, break: null })
  expect(result.current).not.toBeNull()
  await wait(100)
  expect(result.current).toBeNull()
  expect(useInClient().result.current).toBeNull()
})
