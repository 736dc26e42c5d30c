// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Transaction } from '#contract/transactions.ts'
import { awaitedTopics } from '#features/money-history/follow-transactions.ts'
import { transactionsQuery } from '#features/money-history/transactions.queries.ts'
import { useFollowedTransactions } from '#features/money-history/use-followed-transactions.ts'
import { tellFirstPaint } from '#lib/first-paint.ts'
import { api } from '#session/api.ts'

interface Follower {
  readonly topic: string
  readonly ask: () => Promise<unknown>
  readonly onNews: (items: readonly object[]) => void
}
const live = vi.hoisted(() => ({ followers: new Set<unknown>() }))
vi.mock('#session/live.ts', () => ({
  followLive(follower: unknown) {
    live.followers.add(follower)
    return () => live.followers.delete(follower)
  },
}))

const line = (status: 'confirming' | 'credited'): Transaction => ({
  group: 'deposit',
  id: 'deposit-7',
  at: '2026-11-22T12:00:00.000Z',
  coin: 'usdt-tron',
  amount: '5',
  chain: 'tron',
  txId: 'ab',
  explorerUrl: null,
  address: 'T',
  credited: null,
  status,
  settledAt: null,
})
let answer: Transaction[]
let call: ReturnType<typeof vi.spyOn>

const followers = () => [...live.followers] as Follower[]
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const hear = async (...items: object[]) => {
  for (const { topic, onNews } of followers()) if (topic === 'deposits') onNews(items)
  await wait(50)
}

beforeEach(async () => {
  vi.useFakeTimers()
  tellFirstPaint()
  live.followers.clear()
  answer = [line('confirming')]
  call = vi.spyOn(api, 'call').mockImplementation(async () => ({ transactions: answer, next: null }))
  const client = new QueryClient()
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const filter = { group: undefined, coin: undefined }
  renderHook(
    () => {
      const { data } = useInfiniteQuery(transactionsQuery(filter))
      useFollowedTransactions(filter, awaitedTopics(data?.pages))
    },
    { wrapper },
  )
  await wait(50)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('refetches only when a line on screen changes or a new line comes', async () => {
  expect([followers().map(({ topic }) => topic), call.mock.calls.length]).toEqual([['deposits'], 1])
  await followers()[0]?.ask()
  expect(call).toHaveBeenCalledTimes(1)
  await hear({ id: '7', status: 'confirming', txId: 'ab', confirmations: 1 })
  await hear({ id: '7', status: 'confirming', txId: 'ab', confirmations: 2 })
  await wait(60_000)
  expect(call).toHaveBeenCalledTimes(1)
  await hear({ id: '8', status: 'confirming', txId: 'cd', confirmations: 1 })
  await hear({ id: '8', status: 'confirming', txId: 'cd', confirmations: 2 })
  expect(call).toHaveBeenCalledTimes(2)
  answer = [line('credited')]
  await hear({ id: '7', status: 'credited', txId: 'ab', confirmations: 19 })
  expect(call).toHaveBeenCalledTimes(3)
  // No transaction is pending any more.
  expect(followers()).toEqual([])
})
