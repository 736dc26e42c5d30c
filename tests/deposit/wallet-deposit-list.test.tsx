// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Deposit } from '#contract/deposits.ts'
import { listWalletDeposits, type WalletDeposit } from '#contract/wallet-deposits.ts'
import { WalletDepositList } from '#features/deposit/wallet/WalletDepositList.tsx'
import { walletDepositsQuery } from '#features/deposit/wallet/wallet-deposits.queries.ts'
import { tellFirstPaint } from '#lib/first-paint.ts'
import type { createStore } from '#lib/store.ts'
import { api } from '#session/api.ts'
import { liveTopics } from '#session/live.ts'
import { renderInEnglish } from '../ui/render-in-english.tsx'

interface Follower {
  readonly onNews: (deposits: readonly Deposit[]) => void
}
const live = vi.hoisted(() => ({ followers: new Set<unknown>() }))
vi.mock('#session/live.ts', async () => {
  const { createStore: create } = await import('#lib/store.ts')
  return {
    liveTopics: create<ReadonlySet<string>>(new Set()),
    followLive(follower: unknown) {
      live.followers.add(follower)
      return () => live.followers.delete(follower)
    },
  }
})

const topics = liveTopics as ReturnType<typeof createStore<ReadonlySet<string>>>
const ADDRESS = `0x${'ab'.repeat(20)}` as WalletDeposit['sender']
const deposit = (confirmations: number, status: Deposit['status'] = 'confirming'): Deposit => ({
  id: '7',
  status,
  confirmations,
  confirmationsNeeded: 12,
  receives: 'usdt-ethereum',
  paid: { coin: 'usdt-ethereum', amount: '5' },
  credited: null,
  isOverLimit: false,
  txId: `0x${'cd'.repeat(32)}`,
  explorerUrl: null,
  from: ADDRESS,
  to: ADDRESS,
  contract: 'native',
  seenAt: '2026-11-22T12:00:00.000Z',
  settledAt: null,
})
const payment = (
  of: Deposit | null,
  status: WalletDeposit['status'] = of ? 'seen' : 'sent',
): WalletDeposit => ({
  id: '1',
  status,
  chainId: 1,
  isPractice: false,
  coin: 'usdt-ethereum',
  amount: '5',
  sender: ADDRESS,
  txId: `0x${'cd'.repeat(32)}`,
  explorerUrl: null,
  deposit: of,
  transaction: { to: ADDRESS, value: '0x0', data: '0x' },
})

let answer: WalletDeposit[]
let asked: number
let client: QueryClient
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const hear = async (...deposits: Deposit[]) => {
  for (const { onNews } of live.followers as Set<Follower>) onNews(deposits)
  await wait(50)
}
const tell = (...names: string[]) => act(async () => topics.set(new Set(names)))
async function open(first: WalletDeposit) {
  answer = [first]
  client = new QueryClient()
  renderInEnglish(
    <QueryClientProvider client={client}>
      <WalletDepositList isOpen chains={[]} />
    </QueryClientProvider>,
  )
  await wait(50)
  expect(asked).toBe(1)
}

beforeEach(() => {
  vi.useFakeTimers()
  tellFirstPaint()
  live.followers.clear()
  topics.set(new Set())
  asked = 0
  vi.spyOn(api, 'call').mockImplementation(async (endpoint) => {
    if (endpoint.path !== listWalletDeposits.path) return []
    asked += 1
    return answer
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('shows a deposit from the stream without a request', async () => {
  await open(payment(deposit(1)))
  await wait(4_500)
  expect(asked).toBe(3)
  await tell('deposits')
  await hear(deposit(7))
  expect(screen.getByText(/7 of 12/)).toBeTruthy()
  await hear(deposit(12, 'credited'))
  expect(screen.queryByText(/7 of 12/)).toBeNull()
  await wait(60_000)
  expect(asked).toBe(3)
})

it('polls for a payment that is in no block yet, and requests the list at once when a deposit arrives', async () => {
  await tell('deposits')
  await open(payment(null))
  await wait(9_000)
  expect(asked).toBe(1)
  await wait(1_500)
  expect(asked).toBe(2)
  answer = [payment(deposit(1))]
  await hear(deposit(1))
  expect(asked).toBe(3)
  expect(screen.getByText(/1 of 12/)).toBeTruthy()
  await wait(60_000)
  expect(asked).toBe(3)
})

it('refetches when an answer in flight may be older than the event', async () => {
  await tell('deposits')
  await open(payment(deposit(3)))
  let reply: (list: WalletDeposit[]) => void = () => undefined
  vi.mocked(api.call).mockImplementationOnce(
    () => new Promise((resolve) => (reply = resolve as typeof reply)),
  )
  void client.refetchQueries({ queryKey: walletDepositsQuery.queryKey })
  await wait(50)
  answer = [payment(deposit(12, 'credited'))]
  await hear(deposit(12, 'credited'))
  reply([payment(deposit(3))])
  await wait(50)
  expect(screen.queryByText(/3 of 12/)).toBeNull()
})
