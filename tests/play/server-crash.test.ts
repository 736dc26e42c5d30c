// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { createServerCrash } from '#features/play/server-engine/server-crash.ts'
import { writeCrashShelf } from '#features/play/server-engine/crash-shelf.ts'
import type { Connection } from '#api/connection.ts'
import type { CrashEvent, CrashSnapshot } from '#contract/crash.ts'
import { createStore } from '#lib/store.ts'

const CHAIN = 'a'.repeat(64)
const OVER = {
  ...{ id: '6', game: 6, chain: CHAIN, status: 'settled', gameHash: 'b'.repeat(64), salt: 's', point: 1.4 },
  ...{ startAt: 1_000, bets: 0, staked: '0', paid: '0' },
} as const
const SNAPSHOT: CrashSnapshot = {
  ...{ now: 5_000, seq: 1, mine: [], last: [OVER], latency: null, voids: 0 },
  round: {
    ...{ ...OVER, id: '7', game: 7, status: 'running', gameHash: null, salt: null, point: null },
    ...{ locksAt: null, listed: [] },
  },
}

let stop = () => undefined as void
afterEach(() => {
  stop()
  localStorage.clear()
  vi.useRealTimers()
})

/** The table over a server that a test answers for. */
function open(answer: (path: string) => unknown) {
  vi.useFakeTimers()
  const connection = createStore<Connection>('online')
  const heard: ((event: CrashEvent) => void)[] = []
  const table = createServerCrash({
    connection,
    follow: ({ onEvent }) => {
      heard.push(onEvent)
      return () => undefined
    },
    call: (async ({ path }: { path: string }) => answer(path)) as never,
  })
  stop = table.watch()
  return { table, connection, tell: (event: CrashEvent) => heard.forEach((hear) => hear(event)) }
}

const noAnswer = () => {
  throw new Error('the server does not answer')
}
const answers = (path: string) =>
  path === '/crash' ? SNAPSHOT : path === '/crash/clock' ? { now: 5_000 } : noAnswer()

test('the last rounds are shown once the server is known to be out of reach, and not before', async () => {
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

test('what the server has said is not replaced by what was kept', async () => {
  const { table, connection } = open(answers)
  await vi.advanceTimersByTimeAsync(500)
  expect(table.view.get()?.round.id).toBe('7')
  connection.set('offline')
  expect(table.view.get()?.round.id).toBe('7')
})
