// @vitest-environment happy-dom
import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Balance } from '#contract/balances.ts'
import type { createStore } from '#lib/store.ts'
import type { User } from '#contract/user.ts'

interface Follower {
  readonly ask: () => Promise<unknown>
  readonly onNews: (rows: readonly Balance[]) => void
  readonly onEnd: () => void
}

const live = vi.hoisted(() => ({ followers: new Set<unknown>(), topics: new Set<string>() }))
vi.mock('#session/live.ts', () => ({
  liveTopics: { get: () => live.topics },
  followLive(follower: unknown) {
    live.followers.add(follower)
    return () => live.followers.delete(follower)
  },
}))

const row = (coin: string, available: string, pending = '0'): Balance => ({
  coin,
  available,
  pending,
  locked: '0',
})
const ANN: User = { uid: 100_001, nickname: 'Ann', avatar: '' }
const BOB: User = { uid: 100_002, nickname: 'Bob', avatar: '' }
const QUIET_MS = 10_000

let client: QueryClient
let user: ReturnType<typeof createStore<User>>
let key: readonly unknown[]
let asked: number
let answer: readonly Balance[]

const followers = () => [...live.followers] as Follower[]
const shown = () => client.getQueryData<Balance[]>(key)?.map(({ available }) => available)
const hear = (...rows: Balance[]) => followers().at(-1)?.onNews(rows)
/** Applies a balance in the same way as the answer to a bet. */
const bet = (...rows: Balance[]) => client.setQueryData(key, rows)
const see = (visibility: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  document.dispatchEvent(new Event('visibilitychange'))
}
const wait = (ms = QUIET_MS) => vi.advanceTimersByTimeAsync(ms)

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  vi.resetModules()
  live.followers.clear()
  live.topics = new Set()
  asked = 0
  answer = [row('usdt-tron', '90'), row('sol-solana', '2')]
  vi.stubGlobal('fetch', () => {
    asked += 1
    return Promise.resolve(Response.json({ data: answer }))
  })
  const { createQueryClient } = await import('#app/start/query-client.ts')
  const { balancesQuery } = await import('#queries/balances.queries.ts')
  const { followBalances } = await import('#queries/follow-balances.ts')
  const { tellFirstPaint } = await import('#lib/first-paint.ts')
  const { QueryObserver } = await import('@tanstack/react-query')
  tellFirstPaint()
  ;({ currentUser: user } = await import('#session/user.state.ts'))
  key = balancesQuery.queryKey
  client = createQueryClient()
  client.setQueryData(key, [row('usdt-tron', '100'), row('sol-solana', '2')])
  // Makes the query active.
  new QueryObserver(client, { ...balancesQuery, staleTime: Infinity }).subscribe(() => undefined)
  followBalances(client)
  user.set(ANN)
  await wait()
})
afterEach(() => {
  user.set({ uid: 0, nickname: '', avatar: '' })
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('shows changes from elsewhere at once, without a request', () => {
  hear(row('usdt-tron', '250'))
  expect(shown()).toEqual(['250', '2'])
  hear(row('usdt-tron', '250'), row('sol-solana', '2', '0.5'), row('trx-tron', '7'))
  expect(shown()).toEqual(['250', '2', '7'])
  expect(client.getQueryData<Balance[]>(key)?.[1]?.pending).toBe('0.5')
  hear(row('usdt-tron', '30'))
  expect(shown()?.[0]).toBe('30')
  expect(asked).toBe(0)
})

it("keeps the result of this page's last bet, and requests the balance while the two differ", async () => {
  bet(row('usdt-tron', '90'), row('sol-solana', '2'))
  // This event is older than that bet, but for another coin it is new.
  hear(row('usdt-tron', '100'), row('sol-solana', '3'))
  expect(shown()).toEqual(['90', '3'])
  hear(row('usdt-tron', '90'))
  await wait()
  expect([shown(), asked]).toEqual([['90', '3'], 0])
  bet(row('usdt-tron', '80'), row('sol-solana', '3'))
  hear(row('usdt-tron', '70'))
  expect(shown()?.[0]).toBe('80')
  answer = [row('usdt-tron', '70'), row('sol-solana', '3')]
  await wait()
  expect([shown(), asked]).toEqual([['70', '3'], 1])
})

it('waits for a request in flight', async () => {
  let tell: (response: Response) => void = () => undefined
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (tell = resolve)))
  const asking = client.refetchQueries({ queryKey: key })
  await wait(0)
  hear(row('usdt-tron', '55'))
  expect(shown()?.[0]).toBe('100')
  answer = [row('usdt-tron', '55'), row('sol-solana', '2')]
  tell(Response.json({ data: answer }))
  await asking
  await wait()
  expect(shown()).toEqual(['55', '2'])
})

it('follows one player at a time, from login to logout', () => {
  expect(followers()).toHaveLength(1)
  user.set(BOB)
  expect(followers()).toHaveLength(1)
  followers()[0]?.onEnd()
  live.followers.clear()
  user.set({ uid: 0, nickname: '', avatar: '' })
  expect(followers()).toHaveLength(0)
  user.set(BOB)
  expect(followers()).toHaveLength(1)
})

it('closes its stream while the tab is hidden, unless something else needs the stream', () => {
  see('hidden')
  expect(followers()).toHaveLength(0)
  see('visible')
  expect(followers()).toHaveLength(1)
  live.topics = new Set(['balances', 'crash'])
  see('hidden')
  expect(followers()).toHaveLength(1)
})

it('refetches only outdated balances when the stream opens', async () => {
  client.setQueryData(key, [...answer])
  await followers()[0]?.ask()
  expect(asked).toBe(0)
  await wait(31_000)
  await followers()[0]?.ask()
  expect(asked).toBe(1)
})
