// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { createServerCrash } from '#features/play/server-engine/server-crash.ts'
import { writeCrashShelf } from '#features/play/server-engine/crash-chain.ts'
import { ApiError } from '#api/api-error.ts'
import type { Connection } from '#api/connection.ts'
import type { ServerAccount } from '#features/play/server-engine/account-state.ts'
import { createServerAccount } from '#features/play/server-engine/server-account.ts'
import type { CrashEvent, CrashRound, CrashSnapshot } from '#contract/crash.ts'
import { createStore } from '#lib/store.ts'

const CHAIN = 'a'.repeat(64)
const OVER: CrashRound = {
  id: '6',
  game: 6,
  chain: CHAIN,
  gameHash: 'b'.repeat(64),
  salt: 's',
  point: 1.4,
  startAt: 1_000,
  bets: 0,
  staked: '0',
  paid: '0',
  status: 'settled',
}
const SNAPSHOT: CrashSnapshot = {
  now: 5_000,
  seq: 1,
  mine: [],
  last: [OVER],
  latency: null,
  voids: 0,
  round: {
    ...OVER,
    id: '7',
    game: 7,
    gameHash: null,
    salt: null,
    point: null,
    locksAt: null,
    listed: [],
    status: 'running',
  },
}

let stop = () => undefined as void
afterEach(() => {
  stop()
  localStorage.clear()
  vi.useRealTimers()
})

function open(answer: (path: string) => unknown, player?: { account: ServerAccount; coin: string }) {
  vi.useFakeTimers()
  const connection = createStore<Connection>('online')
  const heard: ((event: CrashEvent) => void)[] = []
  const table = createServerCrash({
    connection,
    player,
    follow: ({ onEvent }) => {
      heard.push(onEvent)
      return () => undefined
    },
    call: async ({ path }: { path: string }) => answer(path),
  })
  stop = table.watch()
  return { table, connection, tell: (event: CrashEvent) => heard.forEach((hear) => hear(event)) }
}

const noAnswer = () => {
  throw new Error('the server does not answer')
}
const answers = (path: string) =>
  path === '/crash' ? SNAPSHOT : path === '/crash/clock' ? { now: 5_000 } : noAnswer()

test('the stored last rounds are shown once the server is known to be unreachable, and not before', async () => {
  const published = { lastHash: CHAIN, length: 40, publishedAt: new Date(0).toISOString() }
  writeCrashShelf({
    chain: { ...published, played: 6, saltRule: 'practice-chain', successor: null, earlier: [] },
    last: [OVER],
  })
  const { table, connection } = open(noAnswer)
  await vi.advanceTimersByTimeAsync(500)
  expect(table.view.get()).toBeUndefined()
  connection.set('offline')
  expect(table.link.get()).toBe('offline')
  expect(table.view.get()).toMatchObject({ round: { id: '6', point: 1.4 }, last: [{ id: '6' }] })
  expect(table.chain.get()).toMatchObject({ lastHash: CHAIN })
})

test('a third of a second without an event during the curve counts as lagging for more than a moment', async () => {
  const { table, tell } = open(answers)
  await vi.advanceTimersByTimeAsync(50)
  const beat = () => tell({ type: 'beat', round: '7', now: 5_000 })
  for (let beats = 0; beats < 10; beats += 1) {
    beat()
    await vi.advanceTimersByTimeAsync(200)
    expect(table.link.get()).toBe('live')
  }
  await vi.advanceTimersByTimeAsync(250)
  expect(table.link.get()).toBe('lagging')
  beat()
  await vi.advanceTimersByTimeAsync(150)
  expect(table.link.get()).toBe('lagging')
  for (let beats = 0; beats < 6; beats += 1) {
    beat()
    await vi.advanceTimersByTimeAsync(200)
  }
  expect(table.link.get()).toBe('live')
})

test('silence before the start does not count as lagging', async () => {
  const { table, tell } = open(answers)
  await vi.advanceTimersByTimeAsync(50)
  const startAt = table.now() + 700
  const { locksAt: _, listed: __, ...round } = { ...SNAPSHOT.round, startAt }
  tell({ type: 'round', seq: 2, now: table.now(), round, locksAt: null })
  await vi.advanceTimersByTimeAsync(900)
  expect(table.link.get()).toBe('live')
  await vi.advanceTimersByTimeAsync(300)
  expect(table.link.get()).toBe('lagging')
})

test('asks by itself, and shows a lagging connection, when the end of betting is not heard of', async () => {
  let asked = 0
  const { table } = open((path) => {
    if (path !== '/crash') return answers(path)
    asked += 1
    const { startAt: _, ...round } = SNAPSHOT.round
    // The first answer is in the betting phase. In the second one the curve has run and ended.
    if (asked > 1) return { ...SNAPSHOT, seq: 9, round: { ...SNAPSHOT.round, status: 'settled', point: 1.1 } }
    return { ...SNAPSHOT, round: { ...round, startAt: null, status: 'betting', locksAt: 5_000 + 2_000 } }
  })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(table.link.get()).toBe('live')
  await vi.advanceTimersByTimeAsync(700)
  expect(table.link.get()).toBe('lagging')
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(asked).toBe(2)
  expect(table.view.get()?.round).toMatchObject({ status: 'settled', point: 1.1 })
})

test('a cash-out is sent even when the connection seems lost, and repeated until it arrives', async () => {
  let sent = 0
  const bet = {
    id: '3',
    key: 'bet',
    round: '7',
    coin: 'usdt-tron',
    stake: '10',
    autoAt: null,
    capAt: 1_000,
    status: 'settled',
    cashOuts: [],
    payout: '12',
  }
  const account = createServerAccount({
    uid: 7,
    connection: createStore<Connection>('offline'),
    call: () => Promise.reject(new ApiError('network', 'no way')),
  })
  const { table, connection } = open(
    (path) => {
      if (!path.endsWith('/cash-out')) return answers(path)
      sent += 1
      if (sent < 3) throw new ApiError('network', 'no way')
      return { bet, balance: { coin: 'usdt-tron', available: '2' }, receipt: null }
    },
    { account, coin: 'usdt-tron' },
  )
  await vi.advanceTimersByTimeAsync(50)
  connection.set('offline')
  const taken = table.seat?.cashOut('3', 100, 'key')
  await vi.advanceTimersByTimeAsync(900)
  await expect(taken).resolves.toMatchObject({ payout: '12' })
  expect(sent).toBe(3)
  expect(table.pressedAt('key')).toBeDefined()
})

test("the server's data is not replaced by stored data", async () => {
  const { table, connection } = open(answers)
  await vi.advanceTimersByTimeAsync(500)
  expect(table.view.get()?.round.id).toBe('7')
  connection.set('offline')
  expect(table.view.get()?.round.id).toBe('7')
})
