// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createMinesPlay } from '#features/play/mines/mines-controller.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import { playSessions, readSession } from '#features/play/session/play-session.state.ts'
import { startAutoPlay } from '#features/play/auto/auto-play-start.ts'
import { endlessAutoPlay } from './auto-play-settings.ts'
import {
  COIN,
  forgetAccount,
  freshName,
  hiddenTiles,
  minesBet,
  readyEngine,
  storedAccount,
  type EngineOptions,
} from './local-engines.ts'

beforeEach(() => {
  delete playSessions['demo/mines']
})

async function readyPlay(name = freshName(), options?: EngineOptions) {
  const engine = await readyEngine(name, options)
  return { name, engine, play: createMinesPlay(engine) }
}
const stakeOf = (play: Awaited<ReturnType<typeof readyPlay>>['play']) => play.readStake().stake

describe('a round of Mines on its screen', () => {
  it('is bet, opened tile by tile and cashed out', async () => {
    const { name, engine, play } = await readyPlay()
    play.bet()
    await vi.waitFor(() => expect(play.round.get()).toBeDefined())
    expect(engine.balance.get()?.amount).toBe(990n * COIN)
    await play.cashOut()
    expect(play.round.get()?.opened).toEqual([])

    const { gems } = await hiddenTiles(name)
    for (const tile of gems.slice(0, 2)) await play.reveal(tile)
    const payout = play.round.get()?.payout ?? 0n
    expect(play.round.get()?.opened).toEqual(gems.slice(0, 2))
    await play.cashOut()
    expect(play.round.get()).toBeUndefined()
    expect(play.stage.get().shown?.payout).toBe(payout)
    expect(engine.balance.get()?.amount).toBe(990n * COIN + payout)
    expect(readSession('demo', 'mines').stats.bets).toBe(1)
    // The second tap hit the Cash out button, so it is no bet.
    play.bet()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(play.round.get()).toBeUndefined()
    expect(engine.seeds.current.get()?.nonce).toBe(1)
  })

  it('continues when another tab clears the storage, and is stored again', async () => {
    const { name, play } = await readyPlay()
    play.bet()
    await vi.waitFor(() => expect(play.round.get()).toBeDefined())
    const { gems } = await hiddenTiles(name)
    await forgetAccount(name)
    await play.reveal(gems[0] ?? 0)
    expect(play.round.get()?.opened).toEqual([gems[0]])
    expect((await storedAccount(name)).rounds[0]?.steps).toEqual([{ type: 'reveal', tile: gems[0] }])
  })

  it('disappears with its account, as after a reset in another tab', async () => {
    const { name, play } = await readyPlay()
    const other = await readyEngine(name)
    play.bet()
    await vi.waitFor(() => expect(play.round.get()).toBeDefined())
    await other.demo.reset()
    await play.reveal(3)
    expect(play.problem.get()?.code).toBe('round_not_found')
    await vi.waitFor(() => expect(play.round.get()).toBeUndefined())
    expect(play.engine.balance.get()?.amount).toBe(1_000n * COIN)
  })

  it('ends with a mine', async () => {
    const { name, engine, play } = await readyPlay()
    play.bet()
    await vi.waitFor(() => expect(play.round.get()).toBeDefined())
    const { mines } = await hiddenTiles(name)
    await play.reveal(mines[0] ?? 0)
    expect(play.round.get()).toBeUndefined()
    expect(play.stage.get().shown?.opened).toEqual([mines[0]])
    expect(engine.balance.get()?.amount).toBe(990n * COIN)
  })

  it('blocks other bets and changes of amount or mines while it is open', async () => {
    const { engine, play } = await readyPlay()
    play.bet()
    await vi.waitFor(() => expect(play.round.get()).toBeDefined())
    play.bet()
    play.changeStake('double')
    play.setStakeText('5')
    play.setParams({ mines: 10 })
    expect(stakeOf(play)).toBe(10n * COIN)
    expect(play.params.get()).toEqual({ mines: 3 })
    expect(engine.seeds.current.get()?.nonce).toBe(1)
    expect(play.problem.get()).toBeUndefined()
  })

  it('opens only hidden tiles, also with random picks', async () => {
    const { name, play } = await readyPlay()
    play.setParams({ mines: 1 })
    play.bet()
    await vi.waitFor(() => expect(play.round.get()).toBeDefined())
    const [gem = 0] = (await hiddenTiles(name)).gems
    await play.reveal(gem)
    await play.reveal(gem)
    expect(play.round.get()?.opened).toEqual([gem])
    await play.revealRandom()
    const opened = play.round.get()?.opened ?? play.stage.get().shown?.opened ?? []
    expect(new Set(opened).size).toBe(2)
  })

  it('continues after a reload with its amount and mines', async () => {
    const { name, engine } = await readyPlay()
    const round = await engine.place(minesBet(7, 25n * COIN))
    const { gems } = await hiddenTiles(name)
    await engine.act(round.id, { type: 'reveal', tile: gems[0] ?? 0 }, createIdempotencyKey())

    const later = await readyPlay(name)
    expect(later.play.isResumed.get()).toBe(true)
    expect(later.play.round.get()?.opened).toEqual([gems[0]])
    expect(later.play.params.get()).toEqual({ mines: 7 })
    expect(later.play.stakeText.get()).toBe('25.00')
    await later.play.cashOut()
    expect(later.play.isResumed.get()).toBe(false)
    expect(later.play.stage.get().shown?.stake).toBe(25n * COIN)
  })

  it('follows another tab to its end', async () => {
    const { name, engine, play } = await readyPlay()
    const round = await engine.place(minesBet())
    expect(play.round.get()?.id).toBe(round.id)
    const { mines } = await hiddenTiles(name)
    await engine.act(round.id, { type: 'reveal', tile: mines[0] ?? 0 }, createIdempotencyKey())
    await vi.waitFor(() => expect(play.round.get()).toBeUndefined())
    expect(play.stage.get().shown?.id).toBe(round.id)
  })

  it('reports a refused step and continues', async () => {
    const { engine, play } = await readyPlay()
    play.bet()
    await vi.waitFor(() => expect(play.round.get()).toBeDefined())
    const act = vi.spyOn(engine, 'act').mockRejectedValueOnce(new Error('no space'))
    await play.reveal(3)
    expect(play.problem.get()?.code).toBe('storage_failed')
    expect(play.round.get()?.opened).toEqual([])
    act.mockRestore()
    await play.reveal(3)
    expect(play.problem.get()).toBeUndefined()
  })

  it('can be played by auto-play', async () => {
    const { engine, play } = await readyPlay()
    play.autoPlan.set({ choice: 'random', gems: 2, tiles: [] })
    play.setParams({ mines: 1 })
    play.beginAutoPlay({ ...endlessAutoPlay(COIN), count: 2 }, startAutoPlay)
    await vi.waitFor(() => expect(readSession('demo', 'mines').stats.bets).toBe(2), 5_000)
    await vi.waitFor(() => expect(play.isAutoPlaying()).toBe(false))
    expect(engine.openRounds.get()).toEqual([])
    expect(play.round.get()).toBeUndefined()
    expect(
      readSession('demo', 'mines').recent.every((bet) => bet.game === 'mines' && bet.opened.length <= 2),
    ).toBe(true)
  })
})
