import { describe, expect, it, vi } from 'vitest'
import {
  afterBet,
  beginAutoPlay,
  type AutoPlay,
  type AutoPlayEnd,
  type AutoPlaySettings,
  type StakeRoom,
} from '#features/play/auto/auto-play.ts'
import { runAutoPlay, type AutoPlayClock } from '#features/play/auto/auto-play-runner.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'
import { endlessAutoPlay } from './auto-play-settings.ts'

const SETTINGS = endlessAutoPlay(100n)
const MAX = 1_000_000n
const ROOM = { minStake: 1n, maxStake: MAX, balance: 1_000_000n }

function played(
  settings: Partial<AutoPlaySettings>,
  payouts: readonly bigint[],
  room: Partial<StakeRoom> = {},
): AutoPlay {
  let state: AutoPlay = beginAutoPlay({ ...SETTINGS, ...settings })
  for (const payout of payouts) {
    if (state.status !== 'running') throw new Error('The run ended early')
    state = afterBet(state, { stake: state.stake, payout }, { ...ROOM, ...room })
  }
  return state
}

describe('the rules of auto-play', () => {
  it.each<[string, Partial<AutoPlaySettings>, bigint[], object]>([
    ['all bets placed', { count: 2 }, [0n, 0n], { status: 'ended', end: 'count', bets: 2, net: -200n }],
    ['endless', {}, [0n, 200n, 0n], { status: 'running', bets: 3, net: -100n }],
    ['profit', { stopOnProfit: 150n }, [200n, 200n], { end: 'profit', net: 200n }],
    ['loss', { stopOnLoss: 200n }, [0n, 0n], { end: 'loss', net: -200n }],
    ['one big win', { stopOnWin: 900n }, [200n, 1_000n], { end: 'single-win' }],
    ['a smaller win', { stopOnWin: 901n }, [1_000n], { status: 'running' }],
    ['a win amount of nothing needs a win', { stopOnWin: 0n }, [100n], { status: 'running' }],
    ['the last bet that also wins', { count: 1, stopOnWin: 1n }, [200n], { end: 'single-win' }],
  ])('handle %s', (_, settings, payouts, expected) => {
    expect(played(settings, payouts)).toMatchObject(expected)
  })

  it('raise the stake after losses and start again after a win', () => {
    const settings = { onLoss: { type: 'raise', bps: 10_000 } } as const
    expect(played(settings, [0n, 0n, 0n])).toMatchObject({ stake: 800n })
    expect(played(settings, [0n, 0n, 0n, 1_600n])).toMatchObject({ stake: 100n })
  })

  it('raise the stake after wins, in whole units', () => {
    expect(played({ onWin: { type: 'raise', bps: 50 } }, [200n])).toMatchObject({ stake: 100n })
    expect(played({ onWin: { type: 'raise', bps: 150 } }, [200n, 200n])).toMatchObject({ stake: 102n })
  })

  it('keep the stake after a bet that came back', () => {
    const settings = { onLoss: { type: 'raise', bps: 10_000 } } as const
    expect(played(settings, [0n, 200n])).toMatchObject({ stake: 200n })
    expect(played({ ...settings, onWin: settings.onLoss }, [0n, 200n])).toMatchObject({ stake: 200n })
  })

  it('keep the stake without rules', () => {
    const settings = { onWin: { type: 'keep' }, onLoss: { type: 'raise', bps: 10_000 } } as const
    expect(played(settings, [0n, 0n, 800n])).toMatchObject({ stake: 400n })
  })

  it('end before a bet that could exceed the loss stop', () => {
    const settings = { onLoss: { type: 'raise', bps: 10_000 }, stopOnLoss: 600n } as const
    // 100 and 200 are lost: 400 more would make 700.
    expect(played(settings, [0n, 0n])).toMatchObject({ status: 'ended', end: 'loss', net: -300n })
    expect(played({ ...settings, stopOnLoss: 700n }, [0n, 0n])).toMatchObject({
      status: 'running',
      stake: 400n,
    })
  })

  it('end before a stake above the player’s limit or above the balance', () => {
    const settings = { onLoss: { type: 'raise', bps: 10_000 } } as const
    expect(played({ ...settings, stakeCap: 399n }, [0n, 0n])).toMatchObject({ end: 'stake-cap', bets: 2 })
    expect(played({ ...settings, stakeCap: 400n }, [0n, 0n])).toMatchObject({ stake: 400n })
    expect(played(settings, [0n], { balance: 199n })).toMatchObject({ end: 'balance' })
  })

  it('end when a raised stake exceeds the limits of the game', () => {
    expect(played({ onLoss: { type: 'raise', bps: 10_000 } }, [0n], { maxStake: 199n })).toMatchObject({
      end: 'stake-cap',
    })
  })
})

describe('the conditions of auto-play', () => {
  const stop = { type: 'stop' } as const
  const raise = { type: 'raise', bps: 5_000 } as const
  const keep = { onWin: { type: 'keep' }, onLoss: { type: 'keep' } } as const
  const WON = 200n
  const LOST = 0n
  /** The stake after each of these results: 'W' pays twice the stake, 'L' nothing, 'E' the stake. */
  function stakes(settings: Partial<AutoPlaySettings>, results: string, balances: readonly bigint[] = []) {
    let state: AutoPlay = beginAutoPlay({ ...SETTINGS, ...keep, ...settings })
    return Array.from(results, (letter, index) => {
      if (state.status !== 'running') return undefined
      const { stake } = state
      const payout = letter === 'W' ? stake * 2n : letter === 'E' ? stake : 0n
      state = afterBet(state, { stake, payout }, { ...ROOM, balance: balances[index] ?? ROOM.balance })
      return state.status === 'running' ? state.stake : undefined
    })
  }

  it('count in rows, and are met again with each full count', () => {
    const conditions = [{ when: 'losses-in-a-row', count: 2, then: raise }] as const
    expect(stakes({ conditions }, 'LLLLWLL')).toEqual([100n, 150n, 150n, 225n, 225n, 225n, 337n])
    const wins = [{ when: 'wins-in-a-row', count: 2, then: raise }] as const
    expect(stakes({ conditions: wins }, 'WLWW')).toEqual([100n, 100n, 100n, 150n])
  })

  it('ignore a bet that came back: it breaks no row and counts as neither win nor loss', () => {
    const conditions = [
      { when: 'losses-in-a-row', count: 2, then: { type: 'set', stake: 7n } },
      { when: 'every-losses', count: 2, then: { type: 'raise', bps: 10_000 } },
    ] as const
    expect(stakes({ conditions }, 'LEL')).toEqual([100n, 100n, 14n])
    expect(stakes({ conditions }, 'LLE')).toEqual([100n, 14n, 14n])
  })

  it('count bets, wins and losses from the first bet on', () => {
    const set = (stake: bigint) => ({ type: 'set', stake }) as const
    const conditions = [
      { when: 'every-bets', count: 3, then: set(3n) },
      { when: 'every-wins', count: 2, then: set(20n) },
      { when: 'every-losses', count: 2, then: set(200n) },
    ] as const
    expect(stakes({ conditions }, 'WLWLLL')).toEqual([100n, 100n, 20n, 200n, 200n, 200n])
    expect(stakes({ conditions }, 'WLE')).toEqual([100n, 100n, 3n])
  })

  it('act once on an amount, when they become true', () => {
    const above = [{ when: 'balance-above', amount: 1_000n, then: raise }] as const
    expect(stakes({ conditions: above }, 'WWWW', [1_001n, 1_002n, 1_000n, 1_001n])).toEqual([
      150n,
      150n,
      150n,
      225n,
    ])
    const below = [{ when: 'balance-below', amount: 1_000n, then: stop }] as const
    expect(stakes({ conditions: below }, 'LLL', [1_000n, 999n])).toEqual([100n, undefined, undefined])
    const loss = [{ when: 'loss-above', amount: 150n, then: { type: 'lower', bps: 5_000 } }] as const
    expect(stakes({ conditions: loss }, 'LLLWWLL')).toEqual([100n, 50n, 50n, 50n, 50n, 25n, 25n])
    const profit = [{ when: 'profit-above', amount: 100n, then: { type: 'set', stake: 10n } }] as const
    expect(stakes({ conditions: profit }, 'WWL')).toEqual([100n, 10n, 10n])
  })

  it('act in their order, after the rule of the result', () => {
    const conditions = [
      { when: 'every-bets', count: 1, then: { type: 'set', stake: 40n } },
      { when: 'every-bets', count: 2, then: raise },
      { when: 'every-losses', count: 3, then: { type: 'reset' } },
    ] as const
    const onLoss = { type: 'raise', bps: 10_000 } as const
    expect(stakes({ onLoss, conditions }, 'LLL')).toEqual([40n, 60n, 100n])
    expect(stakes({ onLoss, conditions: [...conditions].reverse() }, 'LL')).toEqual([40n, 40n])
  })

  it('end the run and name the condition', () => {
    const conditions = [
      { when: 'every-bets', count: 1, then: raise },
      { when: 'losses-in-a-row', count: 2, then: stop },
      { when: 'every-bets', count: 2, then: stop },
    ] as const
    expect(played({ conditions }, [LOST, LOST])).toMatchObject({ end: 'condition', condition: 1, bets: 2 })
    expect(played({ conditions }, [LOST, WON])).toMatchObject({ end: 'condition', condition: 2 })
    // The stops of the plan take precedence.
    expect(played({ conditions, count: 2 }, [LOST, LOST])).toMatchObject({
      end: 'count',
      condition: undefined,
    })
  })

  it('never bet less than the smallest stake, nor more than the highest', () => {
    const lower = [{ when: 'every-bets', count: 1, then: { type: 'lower', bps: 9_999 } }] as const
    expect(played({ ...keep, conditions: lower }, [LOST], { minStake: 10n })).toMatchObject({ stake: 10n })
    const set = [{ when: 'every-bets', count: 1, then: { type: 'set', stake: 500n } }] as const
    expect(played({ conditions: set, stakeCap: 499n }, [LOST])).toMatchObject({ end: 'stake-cap' })
    expect(played({ conditions: set, stopOnLoss: 599n }, [LOST])).toMatchObject({ end: 'loss' })
    expect(played({ conditions: set, stopOnLoss: 600n }, [LOST])).toMatchObject({ stake: 500n })
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
      { play, room: () => ROOM, pauseMs: () => 0 },
      clock,
      show,
    )
    await run.finished
    expect(play.mock.calls.map(([stake]) => stake)).toEqual([100n, 200n, 400n])
    expect(stateOf(show)).toMatchObject({ status: 'ended', end: 'count', bets: 3, net: -700n })
  })

  it('places no bet after it was stopped, and counts the bet in flight', async () => {
    const show = vi.fn()
    let settle: (bet: SettledBet) => void = () => undefined
    let heard: AbortSignal | undefined
    const play = vi.fn((_stake: bigint, signal: AbortSignal) => {
      heard = signal
      return new Promise<SettledBet>((resolve) => (settle = resolve))
    })
    const run = runAutoPlay(SETTINGS, { play, room: () => ROOM, pauseMs: () => 0 }, clock, show)
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

  it('places no bet when it is stopped before the first', async () => {
    const play = vi.fn(async (stake: bigint) => lost(stake))
    const run = runAutoPlay(SETTINGS, { play, room: () => ROOM, pauseMs: () => 0 }, clock, vi.fn())
    run.stop('left')
    await run.finished
    expect(play).not.toHaveBeenCalled()
  })

  it('places no bet when it is stopped while its sheet still closes', async () => {
    const play = vi.fn(async (stake: bigint) => lost(stake))
    const wait = vi.fn(async () => run.stop('stopped'))
    const run = runAutoPlay(
      SETTINGS,
      { play, room: () => ROOM, pauseMs: () => 0, leadMs: 300 },
      { ...clock, wait },
      vi.fn(),
    )
    await run.finished
    expect(wait).toHaveBeenCalledExactlyOnceWith(300, expect.any(AbortSignal))
    expect(play).not.toHaveBeenCalled()
  })

  it('places no further bet when it is stopped in the pause', async () => {
    const play = vi.fn(async (stake: bigint) => lost(stake))
    const run = runAutoPlay(
      SETTINGS,
      { play, room: () => ROOM, pauseMs: () => 500 },
      { ...clock, wait: async () => run.stop('stopped') },
      vi.fn(),
    )
    await run.finished
    expect(play).toHaveBeenCalledOnce()
  })

  it.each([
    ['a balance too low', new PlayError('insufficient_balance', ''), 'balance', 'insufficient_balance'],
    ['a stake too high', new PlayError('bet_too_large', ''), 'stake-cap', 'bet_too_large'],
    [
      'a step taken elsewhere',
      new PlayError('auto_play_step_taken', ''),
      'other-tab',
      'auto_play_step_taken',
    ],
    ['a break', new PlayError('break_active', ''), 'break', 'break_active'],
    ['a paused game', new PlayError('game_paused', ''), 'paused', 'game_paused'],
    ['a limit', new PlayError('limit_reached', ''), 'limit', 'limit_reached'],
    ['a server that cannot be reached', new PlayError('offline', ''), 'network', 'offline'],
    ['a bet that never arrived', new PlayError('bet_lost', ''), 'network', 'bet_lost'],
    ['an answer that nobody knows', new PlayError('outcome_unknown', ''), 'unknown', 'outcome_unknown'],
    ['another refusal', new PlayError('bad_params', ''), 'failed', 'bad_params'],
    ['anything that breaks', new Error('broken'), 'failed', 'storage_failed'],
  ])('ends with %s', async (_, error, end, code) => {
    const show = vi.fn()
    const play = () => Promise.reject(error)
    await runAutoPlay(SETTINGS, { play, room: () => ROOM, pauseMs: () => 0 }, clock, show).finished
    expect(stateOf(show)).toMatchObject({ status: 'ended', end, error: code, bets: 0 })
  })

  describe('with a lease of the engine', () => {
    const leased = (end: AutoPlayEnd = 'stopped') => {
      let step = 0
      return {
        next: vi.fn(() => ({ id: 'lease', step: (step += 1) })),
        stop: vi.fn(async () => end as never),
      }
    }

    it('numbers its bets and returns the lease', async () => {
      const lease = leased()
      const play = vi.fn(async (stake: bigint, _signal: AbortSignal, _step: unknown) => lost(stake))
      const game = { lease: async () => lease, play, room: () => ROOM, pauseMs: () => 0 }
      await runAutoPlay({ ...SETTINGS, count: 3 }, game, clock, vi.fn()).finished
      expect(play.mock.calls.map(([, , step]) => step)).toEqual(
        [1, 2, 3].map((step) => ({ id: 'lease', step })),
      )
      expect(lease.stop).toHaveBeenCalledOnce()
    })

    it('keeps the lease until the open bet is answered', async () => {
      const lease = leased()
      let settle: (bet: SettledBet) => void = () => undefined
      const play = vi.fn(() => new Promise<SettledBet>((resolve) => (settle = resolve)))
      const game = { lease: async () => lease, play, room: () => ROOM, pauseMs: () => 0 }
      const run = runAutoPlay({ ...SETTINGS, count: 2 }, game, clock, vi.fn())
      await vi.waitFor(() => expect(play).toHaveBeenCalledOnce())
      await new Promise((resolve) => setTimeout(resolve, 30))
      expect(play).toHaveBeenCalledOnce()
      settle(lost(100n))
      await vi.waitFor(() => expect(play).toHaveBeenCalledTimes(2))
      settle(lost(100n))
      await run.finished
    })

    it("ends for the engine's reason", async () => {
      const lease = leased('loss')
      const show = vi.fn()
      const play = () => Promise.reject(new PlayError('auto_play_ended', ''))
      const game = { lease: async () => lease, play, room: () => ROOM, pauseMs: () => 0 }
      await runAutoPlay(SETTINGS, game, clock, show).finished
      expect(stateOf(show)).toMatchObject({ status: 'ended', end: 'loss', bets: 0 })
    })

    it('waits after a bet that came too soon, and repeats the same step', async () => {
      const lease = leased()
      const waited = vi.fn(async () => undefined)
      const play = vi
        .fn(async (stake: bigint, _signal: AbortSignal, _step: unknown) => lost(stake))
        .mockRejectedValueOnce(new PlayError('too_soon', ''))
        .mockRejectedValueOnce(new PlayError('too_soon', ''))
      const game = { lease: async () => lease, play, room: () => ROOM, pauseMs: () => 0 }
      const show = vi.fn()
      await runAutoPlay({ ...SETTINGS, count: 2 }, game, { ...clock, wait: waited }, show).finished
      expect(play.mock.calls.map(([, , step]) => (step as { step: number }).step)).toEqual([1, 1, 1, 2])
      expect(waited.mock.calls.map(([pause]: unknown[]) => pause)).toEqual([500, 1_000])
      expect(stateOf(show)).toMatchObject({ end: 'count', bets: 2 })
    })

    it('bets nothing when the engine refuses the lease', async () => {
      const show = vi.fn()
      const play = vi.fn(async (stake: bigint) => lost(stake))
      const lease = () => Promise.reject(new PlayError('auto_play_open', ''))
      await runAutoPlay(SETTINGS, { lease, play, room: () => ROOM, pauseMs: () => 0 }, clock, show).finished
      expect(stateOf(show)).toMatchObject({ status: 'ended', end: 'other-tab' })
      expect(play).not.toHaveBeenCalled()
    })

    it('returns a lease that arrives after it was stopped', async () => {
      const lease = leased()
      let give: (given: typeof lease) => void = () => undefined
      const play = vi.fn(async (stake: bigint) => lost(stake))
      const game = {
        lease: () => new Promise<typeof lease>((resolve) => (give = resolve)),
        play,
        room: () => ROOM,
        pauseMs: () => 0,
      }
      const run = runAutoPlay(SETTINGS, game, clock, vi.fn())
      await Promise.resolve()
      run.stop('stopped')
      give(lease)
      await run.finished
      expect(play).not.toHaveBeenCalled()
      expect(lease.stop).toHaveBeenCalledOnce()
    })
  })
})
