// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { startAutoPlay } from '#features/play/auto/auto-play-start.ts'
import { autoPlayState } from '#features/play/auto/auto-play.state.ts'
import { createCrashPlay } from '#features/play/crash/crash-play.ts'
import type { CrashLink, CrashTable } from '#features/play/crash-table.ts'
import { createLocalCrash } from '#features/play/demo-engine/local-crash.ts'
import { PlayError } from '#features/play/play-error.ts'
import { createStore } from '#lib/store.ts'
import { endlessAutoPlay } from './auto-play-settings.ts'
import { COIN, readyEngine, until } from './local-engines.ts'
import { clock, watched } from './device-crash.ts'

/** Time stands still unless the test moves it. */
async function playing(seen: (device: CrashTable) => CrashTable = (device) => device) {
  const engine = await readyEngine(undefined, { now: () => clock.now })
  const device = createLocalCrash({
    vault: engine.vault,
    now: () => clock.now,
    autoPlays: engine.autoPlays,
    onSettled: engine.tellSettled,
  })
  const table = seen(watched(device))
  await until(table.view, (view) => view?.round.status === 'betting')
  return { engine, table, play: createCrashPlay(engine, table) }
}

/** Ends the round, and waits until the next one takes bets. */
async function playRound(table: CrashTable, hasBet: boolean): Promise<string> {
  const id = table.view.get()?.round.id ?? ''
  await until(table.view, (view) => !hasBet || (view?.mine.some((bet) => bet.round === id) ?? false))
  clock.now += 6_001
  await until(table.view, (view) => view?.round.status === 'running')
  // Longer than any curve, and shorter than the wait of auto-play for its next bet.
  clock.now += 200_000
  await until(table.view, (view) => view?.last.some((round) => round.id === id) ?? false)
  clock.now += 3_000
  await until(table.view, (view) => view?.round.status === 'betting' && view.round.id !== id)
  return id
}

test('auto-play bets once in each round, up to its count', async () => {
  const { table, play, engine } = await playing()
  play.slots[0].setParams(101)
  play.beginAutoPlay({ ...endlessAutoPlay(10n * COIN), count: 2 }, startAutoPlay)
  const rounds = [await playRound(table, true), await playRound(table, true), await playRound(table, false)]
  expect(autoPlayState.crash).toMatchObject({ status: 'ended', end: 'count', bets: 2 })
  const { bets } = await engine.history.page({ game: 'crash' })
  expect(bets.map((bet) => 'round' in bet.seeds && bet.seeds.round)).toEqual(rounds.slice(0, 2).reverse())
})

test('auto-play counts a round that was locked too early as skipped, and keeps its step for the next one', async () => {
  const { table, play, engine } = await playing()
  const place = vi.spyOn(table.seat as NonNullable<CrashTable['seat']>, 'place')
  place.mockRejectedValueOnce(new PlayError('betting_closed', 'Too late'))
  play.slots[0].setParams(101)
  play.beginAutoPlay({ ...endlessAutoPlay(10n * COIN), count: 1 }, startAutoPlay)
  await until(play.skipped, (skipped) => skipped === 1)
  const skipped = await playRound(table, false)
  const played = await playRound(table, true)
  expect(autoPlayState.crash).toMatchObject({ status: 'ended', end: 'count', bets: 1 })
  const { bets } = await engine.history.page({ game: 'crash' })
  expect(bets.map((bet) => 'round' in bet.seeds && bet.seeds.round)).toEqual([played])
  expect(played).not.toBe(skipped)
  const [first, second] = place.mock.calls.map(([order]) => order)
  expect(second).toEqual(first)
})

test('auto-play that is stopped while it waits for a round bets no more', async () => {
  const { table, play, engine } = await playing()
  clock.now += 6_001
  await until(table.view, (view) => view?.round.status === 'running')
  play.slots[0].setParams(101)
  play.beginAutoPlay(endlessAutoPlay(10n * COIN), startAutoPlay)
  expect(play.isAutoPlaying()).toBe(true)
  play.stopAutoPlay()
  await nextRound(table)
  await playRound(table, false)
  expect(autoPlayState.crash).toMatchObject({ status: 'ended', end: 'stopped', bets: 0 })
  expect((await engine.history.page({ game: 'crash' })).bets).toEqual([])
})

test('a second tap on the Stop button is no bet', async () => {
  const { play } = await playing()
  const [slot] = play.slots
  slot.setParams(101)
  play.beginAutoPlay(endlessAutoPlay(10n * COIN), startAutoPlay)
  play.stopAutoPlay()
  slot.bet()
  expect(slot.state.get()).toBe('bet')
})

test('a change tells when the old bet was taken back but the new one came after the lock', async () => {
  const { table, play } = await playing()
  const [slot] = play.slots
  slot.setStakeText('10')
  slot.bet()
  await until(slot.state, (state) => state === 'placed')
  const seat = table.seat as NonNullable<CrashTable['seat']>
  const cancel = seat.cancel.bind(seat)
  vi.spyOn(seat, 'cancel').mockImplementation(async (id) => {
    const cancelled = await cancel(id)
    clock.now += 6_001
    await until(table.view, (view) => view?.round.status === 'running')
    return cancelled
  })
  slot.setStakeText('20')
  slot.change()
  await until(slot.problem, (problem) => problem?.code === 'only_taken_back')
  expect(slot.placed.get()).toBeUndefined()
  expect(table.view.get()?.mine.map(({ status }) => status)).toEqual(['cancelled'])
})

/** A bet in the first slot that waits for the next round; the test sets the connection of the table. */
async function queued() {
  const link = createStore<CrashLink>('live')
  const { table, play } = await playing((device) => ({ ...device, link }))
  clock.now += 6_001
  await until(table.view, (view) => view?.round.status === 'running')
  const [slot] = play.slots
  slot.setStakeText('10')
  slot.bet()
  await until(slot.state, (state) => state === 'queued')
  return { link, table, play, slot }
}

/** Waits until the next round takes bets. */
async function nextRound({ view }: CrashTable): Promise<void> {
  clock.now += 3_600_000
  await until(view, (now) => now?.round.status === 'settled')
  clock.now += 3_000
  await until(view, (now) => now?.round.status === 'betting')
}

test('a bet that waits for the next round is dropped when the connection is lost, and the player is told', async () => {
  const { link, table, slot } = await queued()
  link.set('offline')
  expect(slot.state.get()).toBe('next')
  link.set('live')
  await nextRound(table)
  expect(slot.problem.get()?.code).toBe('bet_lost')
  expect(table.view.get()?.mine).toEqual([])
})

test('a bet that waits for the next round is dropped when its amount can no longer be bet, and the player is told', async () => {
  const { table, slot } = await queued()
  slot.setStakeText('')
  await nextRound(table)
  await until(slot.problem, (problem) => problem?.code === 'bet_lost')
  expect(table.view.get()?.mine).toEqual([])
})

test('a player who takes the waiting bet back or leaves the screen is told nothing', async () => {
  const { play, slot } = await queued()
  slot.bet()
  expect(slot.state.get()).toBe('next')
  expect(slot.problem.get()).toBeUndefined()
  play.leave()
  expect(slot.problem.get()).toBeUndefined()
})
