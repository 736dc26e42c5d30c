import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CrashTable } from '#features/play/crash-table.ts'
import { createLocalCrash } from '#features/play/demo-engine/local-crash.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import { COIN, freshName, readyEngine, until } from './local-engines.ts'

const stops: (() => void)[] = []
let clock = 1_800_000_000_000
beforeEach(() => {
  clock = 1_800_000_000_000
})
afterEach(() => {
  stops.splice(0).forEach((stop) => stop())
  vi.restoreAllMocks()
})

function watched(table: CrashTable): CrashTable {
  stops.push(table.watch())
  return table
}
const until$ = (table: CrashTable, status: string) =>
  until(table.view, (view) => {
    // Each look moves the clock, so that a round takes no time.
    clock += 5
    return view?.round.status === status
  })
const order = (target?: number) => ({ key: createIdempotencyKey(), stake: 10n * COIN, target })

test('a bet takes its stake once, and the balance is that of the other games', async () => {
  const engine = await readyEngine()
  const table = watched(createLocalCrash({ vault: engine.vault, now: () => clock }))
  await until$(table, 'betting')
  const placing = order()
  const [one, again] = await Promise.all([table.seat?.place(placing), table.seat?.place(placing)])
  expect(again?.id).toBe(one?.id)
  expect(engine.balance.get()?.amount).toBe(990n * COIN)
  await table.seat?.cancel(one?.id ?? '')
  expect(engine.balance.get()?.amount).toBe(1_000n * COIN)
  await expect(table.seat?.place({ ...order(), stake: 2_000n * COIN })).rejects.toMatchObject({
    code: 'insufficient_balance',
  })
  await expect(table.seat?.place({ ...order(), stake: 1n })).rejects.toMatchObject({ code: 'bet_too_small' })
  await expect(table.seat?.place({ ...order(1_000_000_00), stake: 500n * COIN })).rejects.toMatchObject({
    code: 'bet_too_large',
  })
})

test('the point is not in what is shown before the round is over, and the round is found again by another tab', async () => {
  const name = freshName()
  const engine = await readyEngine(name)
  const table = watched(createLocalCrash({ vault: engine.vault, now: () => clock }))
  await until$(table, 'betting')
  const placed = await table.seat?.place(order(101))
  clock += 6_001
  await until(table.view, (view) => view?.round.status === 'running')
  expect(table.view.get()?.round).toMatchObject({ gameHash: null, salt: null, point: null })

  const other = await readyEngine(name)
  const second = watched(createLocalCrash({ vault: other.vault, now: () => clock }))
  await until(second.view, (view) => view?.mine.some(({ id }) => id === placed?.id) ?? false)
  clock += 3_600_000
  await until(second.view, (view) => view?.last.some(({ id }) => id === placed?.round) ?? false)
  const settled = second.view.get()?.mine.find(({ id }) => id === placed?.id)
  expect(settled?.status).toBe('settled')
  const round = second.view.get()?.last.find(({ id }) => id === placed?.round)
  const paid = (round?.point ?? 0) >= 1.01 ? 10_100_000n : 0n
  await until(engine.balance, (balance) => balance?.amount === 990n * COIN + paid)
})

test('an account that begins anew is paid nothing of what the one before had staked', async () => {
  const engine = await readyEngine()
  const table = watched(createLocalCrash({ vault: engine.vault, now: () => clock }))
  await until$(table, 'betting')
  await table.seat?.place(order(101))
  await engine.demo.reset()
  clock += 60_000
  await until(table.view, (view) => view?.last[0]?.status === 'void')
  expect(engine.balance.get()?.amount).toBe(1_000n * COIN)
})
