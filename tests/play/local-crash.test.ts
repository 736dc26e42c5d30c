import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import type { CrashTable } from '#features/play/crash-table.ts'
import { createLocalCrash } from '#features/play/demo-engine/local-crash.ts'
import { createLineVerifier } from '#verify/verify-lines.ts'
import { readOn } from '#features/play/session/all-time-stats.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import { COIN, freshName, readyEngine, until } from './local-engines.ts'
import { clock, watched } from './device-crash.ts'

const until$ = (table: CrashTable, status: string) =>
  until(table.view, (view) => {
    // Each look at the clock moves it, so that a round takes no time.
    clock.now += 5
    return view?.round.status === status
  })
const order = (target?: number) => ({ key: createIdempotencyKey(), stake: 10n * COIN, target })

afterEach(() => vi.unstubAllGlobals())

test('a bet takes its stake once from the balance of all games', async () => {
  const engine = await readyEngine()
  const table = watched(createLocalCrash({ vault: engine.vault, now: () => clock.now }))
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
  // As with a balance, the bet is cashed out where it reaches the highest payout.
  expect(await table.seat?.place({ ...order(1_000_000_00), stake: 500n * COIN })).toMatchObject({
    autoAt: 1_000_000,
    capAt: 2_000,
  })
})

test('the view hides the crash point during the round, and another tab finds the same round', async () => {
  const name = freshName()
  const engine = await readyEngine(name)
  const table = watched(createLocalCrash({ vault: engine.vault, now: () => clock.now }))
  await until$(table, 'betting')
  const placed = await table.seat?.place(order(101))
  clock.now += 6_001
  await until(table.view, (view) => view?.round.status === 'running')
  expect(table.view.get()?.round).toMatchObject({ gameHash: null, salt: null, point: null })

  const other = await readyEngine(name)
  const second = watched(createLocalCrash({ vault: other.vault, now: () => clock.now }))
  await until(second.view, (view) => view?.mine.some(({ id }) => id === placed?.id) ?? false)
  clock.now += 3_600_000
  await until(second.view, (view) => view?.last.some(({ id }) => id === placed?.round) ?? false)
  const settled = second.view.get()?.mine.find(({ id }) => id === placed?.id)
  expect(settled?.status).toBe('settled')
  const round = second.view.get()?.last.find(({ id }) => id === placed?.round)
  const paid = (round?.point ?? 0) >= 1.01 ? 10_100_000n : 0n
  await until(engine.balance, (balance) => balance?.amount === 990n * COIN + paid)
})

test('after the last round a hidden page looks once a second, not all the time', async () => {
  const engine = await readyEngine()
  const table = watched(createLocalCrash({ vault: engine.vault, now: () => clock.now }))
  await until$(table, 'betting')
  vi.stubGlobal('document', { visibilityState: 'hidden' })
  clock.now += 3_600_000
  await until(table.view, (view) => view?.round.status === 'void')
  clock.now += 60_000
  const looks = vi.spyOn(engine.vault, 'change')
  await sleep(2_000)
  expect(looks.mock.calls.length).toBeLessThan(4)
})

test('a reset account is not paid for stakes of the old one', async () => {
  const engine = await readyEngine()
  const table = watched(createLocalCrash({ vault: engine.vault, now: () => clock.now }))
  await until$(table, 'betting')
  await table.seat?.place(order(101))
  await engine.demo.reset()
  clock.now += 60_000
  await until(table.view, (view) => view?.last[0]?.status === 'void')
  expect(engine.balance.get()?.amount).toBe(1_000n * COIN)
})

test('bets of a finished round are in the history, as in other games', async () => {
  const engine = await readyEngine()
  const told: string[] = []
  engine.history.follow((change) => {
    if (change.type === 'added') told.push(change.bet.id)
  })
  const table = watched(
    createLocalCrash({ vault: engine.vault, now: () => clock.now, onSettled: engine.tellSettled }),
  )
  await until$(table, 'betting')
  const [kept, taken] = [order(101), order()]
  const placed = await table.seat?.place(kept)
  const second = await table.seat?.place(taken)
  await table.seat?.cancel(second?.id ?? '')
  expect((await engine.history.page({})).bets).toEqual([])
  clock.now += 6_001
  await until(table.view, (view) => view?.round.status === 'running')
  clock.now += 3_600_000
  await until(table.view, (view) => view?.last.some(({ id }) => id === placed?.round) ?? false)
  expect(told.toSorted()).toEqual([kept.key, taken.key].toSorted())

  const { bets } = await engine.history.page({ game: 'crash' })
  const round = table.view.get()?.last.find(({ id }) => id === placed?.round)
  const seeds = { round: placed?.round, gameHash: round?.gameHash, salt: round?.salt }
  const isWon = (round?.point ?? 0) >= 1.01
  expect(bets.find(({ id }) => id === kept.key)).toMatchObject({
    game: 'crash',
    stake: kept.stake,
    seeds,
    params: { target: 101 },
    isDemo: true,
    ...(isWon
      ? { endedBy: 'cash-out', payout: 10_100_000n, multiplier: 10_100 }
      : { endedBy: 'crash', payout: 0n, multiplier: 0 }),
  })
  const cancelled = bets.find(({ id }) => id === taken.key)
  expect(cancelled).toMatchObject({ endedBy: 'cancelled', payout: taken.stake })
  expect(await engine.history.get(taken.key)).toEqual(cancelled)
  // A bet that was given back counts in no statistic.
  const { bets: counted } = await readOn(engine.history, 'crash', {
    read: undefined,
    signal: new AbortController().signal,
  })
  expect(counted.map(({ payout }) => payout)).toEqual([isWon ? 10_100_000n : 0n])
  expect((await engine.history.page({ game: 'dice' })).bets).toEqual([])

  for (const format of ['csv', 'json'] as const) {
    const file = await (await engine.history.export({}, format)).text()
    const answer = createLineVerifier()
    const answers = file.split('\n').map((line) => answer(line))
    const verified = answers.filter((each) => each !== undefined && 'game' in each)
    expect(verified, format).toEqual([
      { game: 'crash', outcome: round?.point, matches: true },
      { game: 'crash', outcome: round?.point, matches: true },
    ])
  }
})
