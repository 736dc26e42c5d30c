import { describe, expect, it, vi } from 'vitest'
import {
  afterBet,
  beginAutoPlay,
  type AutoPlay,
  type AutoPlaySettings,
} from '#features/play/auto/auto-play.ts'
import { runAutoPlay, type AutoPlayClock } from '#features/play/auto/auto-play-runner.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'
import { endlessAutoPlay } from './auto-play-settings.ts'

const SETTINGS = endlessAutoPlay(100n)
const MAX = 1_000_000n

/** The states a run goes through with these payouts. */
function played(settings: Partial<AutoPlaySettings>, payouts: readonly bigint[], maxStake = MAX): AutoPlay {
  let state: AutoPlay = beginAutoPlay({ ...SETTINGS, ...settings })
  for (const payout of payouts) {
    if (state.status !== 'running') throw new Error('The run ended early')
    state = afterBet(state, { stake: state.stake, payout }, maxStake)
  }
  return state
}

describe('the rules of auto-play', () => {
  it.each<[string, Partial<AutoPlaySettings>, bigint[], object]>([
    ['all bets placed', { count: 2 }, [0n, 0n], { status: 'ended', end: 'completed', bets: 2, net: -200n }],
    ['endless', {}, [0n, 200n, 0n], { status: 'running', bets: 3, net: -100n }],
    ['profit', { stopOnProfit: 150n }, [200n, 200n], { end: 'profit_reached', net: 200n }],
    ['loss', { stopOnLoss: 200n }, [0n, 0n], { end: 'loss_reached', net: -200n }],
    ['one big win', { stopOnWin: 900n }, [200n, 1_000n], { end: 'win_reached' }],
    ['a smaller win', { stopOnWin: 901n }, [1_000n], { status: 'running' }],
    ['a win amount of nothing needs a win', { stopOnWin: 0n }, [100n], { status: 'running' }],
    ['the last bet that also wins', { count: 1, stopOnWin: 1n }, [200n], { end: 'win_reached' }],
  ])('%s', (_, settings, payouts, expected) => {
    expect(played(settings, payouts)).toMatchObject(expected)
  })

  it('raise the stake after losses and begin anew after a win', () => {
    const settings = { onLoss: { type: 'raise', bps: 10_000 } } as const
    expect(played(settings, [0n, 0n, 0n])).toMatchObject({ stake: 800n })
    expect(played(settings, [0n, 0n, 0n, 1_600n])).toMatchObject({ stake: 100n })
  })

  it('raise the stake after wins, in whole units', () => {
    expect(played({ onWin: { type: 'raise', bps: 50 } }, [200n])).toMatchObject({ stake: 100n })
    expect(played({ onWin: { type: 'raise', bps: 150 } }, [200n, 200n])).toMatchObject({ stake: 102n })
  })

  it('leave the stake when it was paid back as it was', () => {
    const settings = { onLoss: { type: 'raise', bps: 10_000 } } as const
    expect(played(settings, [0n, 200n])).toMatchObject({ stake: 200n })
    expect(played({ ...settings, onWin: settings.onLoss }, [0n, 200n])).toMatchObject({ stake: 200n })
  })

  it('end when a raise goes beyond what may be bet', () => {
    expect(played({ onLoss: { type: 'raise', bps: 10_000 } }, [0n], 199n)).toMatchObject({
      end: 'stake_limit',
    })
  })
})

describe('an automatic run', () => {
  const clock: AutoPlayClock = { wait: async () => undefined, painted: async () => undefined }
  const lost = (stake: bigint) => ({ stake, payout: 0n }) as SettledBet
  const stateOf = (show: ReturnType<typeof vi.fn>) => show.mock.lastCall?.[0] as AutoPlay

  it('plays until its rules end it', async () => {
    const show = vi.fn()
    const play = vi.fn(async (stake: bigint) => lost(stake))
    const run = runAutoPlay(
      { ...SETTINGS, count: 3, onLoss: { type: 'raise', bps: 10_000 } },
      { play, maxStake: () => MAX, pauseMs: () => 0 },
      clock,
      show,
    )
    await run.finished
    expect(play.mock.calls.map(([stake]) => stake)).toEqual([100n, 200n, 400n])
    expect(stateOf(show)).toMatchObject({ status: 'ended', end: 'completed', bets: 3, net: -700n })
  })

  it('places no bet after it was stopped, and counts the one under way', async () => {
    const show = vi.fn()
    let settle: (bet: SettledBet) => void = () => undefined
    let heard: AbortSignal | undefined
    const play = vi.fn((_stake: bigint, signal: AbortSignal) => {
      heard = signal
      return new Promise<SettledBet>((resolve) => (settle = resolve))
    })
    const run = runAutoPlay(SETTINGS, { play, maxStake: () => MAX, pauseMs: () => 0 }, clock, show)
    await vi.waitFor(() => expect(play).toHaveBeenCalledOnce())
    run.stop('stopped')
    expect(heard?.aborted).toBe(true)
    expect(stateOf(show)).toMatchObject({ status: 'ended', end: 'stopped', bets: 0 })
    run.stop('left')
    settle(lost(100n))
    await run.finished
    expect(play).toHaveBeenCalledOnce()
    expect(stateOf(show)).toMatchObject({ end: 'stopped', bets: 1, net: -100n })
  })

  it('places none at all when it is stopped before the first', async () => {
    const play = vi.fn(async (stake: bigint) => lost(stake))
    const run = runAutoPlay(SETTINGS, { play, maxStake: () => MAX, pauseMs: () => 0 }, clock, vi.fn())
    run.stop('left')
    await run.finished
    expect(play).not.toHaveBeenCalled()
  })

  it('places none when it is stopped while the sheet it began in still leaves', async () => {
    const play = vi.fn(async (stake: bigint) => lost(stake))
    const wait = vi.fn(async () => run.stop('stopped'))
    const run = runAutoPlay(
      SETTINGS,
      { play, maxStake: () => MAX, pauseMs: () => 0, leadMs: 300 },
      { ...clock, wait },
      vi.fn(),
    )
    await run.finished
    expect(wait).toHaveBeenCalledExactlyOnceWith(300, expect.any(AbortSignal))
    expect(play).not.toHaveBeenCalled()
  })

  it('places none when it is stopped in the pause', async () => {
    const play = vi.fn(async (stake: bigint) => lost(stake))
    const run = runAutoPlay(
      SETTINGS,
      { play, maxStake: () => MAX, pauseMs: () => 500 },
      { ...clock, wait: async () => run.stop('stopped') },
      vi.fn(),
    )
    await run.finished
    expect(play).toHaveBeenCalledOnce()
  })

  it.each([
    ['a bet that is refused', new PlayError('insufficient_balance', ''), 'insufficient_balance'],
    ['anything that breaks', new Error('broken'), 'storage_failed'],
  ])('ends with %s', async (_, error, code) => {
    const show = vi.fn()
    const play = () => Promise.reject(error)
    await runAutoPlay(SETTINGS, { play, maxStake: () => MAX, pauseMs: () => 0 }, clock, show).finished
    expect(stateOf(show)).toMatchObject({ status: 'ended', end: 'failed', error: code, bets: 0 })
  })
})
