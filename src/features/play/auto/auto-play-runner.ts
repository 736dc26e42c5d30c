import type { AutoPlayStep } from '#rules/plan/auto-play.ts'
import {
  afterBet,
  beginAutoPlay,
  boundsOf,
  endAutoPlay,
  type AutoPlay,
  type AutoPlayEnd,
  type AutoPlaySettings,
  type LeaseBounds,
  type RunningAutoPlay,
  type StakeRoom,
} from './auto-play.ts'
import { endOfError } from './auto-play-errors.ts'
import type { AutoPlayLease, SettledBet } from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'

export type PlayedBet = Pick<SettledBet, 'stake' | 'payout'>

export interface AutoPlayGame {
  /**
   * Begins the auto-play at the engine, which allows one at a time, before the first bet. Answers undefined where only
   * the app holds its bounds. Rejects with the engine's PlayError.
   */
  readonly lease?: (bounds: LeaseBounds) => Promise<AutoPlayLease | undefined>
  /**
   * Plays one whole bet, all steps of its round included. Resolves only once the outcome is known. `signal` is aborted
   * when the run is stopped: an animation may then end at once, but the bet itself is always finished.
   */
  play(stake: bigint, signal: AbortSignal, step: AutoPlayStep | undefined): Promise<PlayedBet>
  room(): StakeRoom
  /** Between two bets; 0 plays as fast as results can be painted. */
  pauseMs(): number
  /** Before the first bet, so that the closing sheet does not hide it. 0 when left out. */
  readonly leadMs?: number
}

/** Tests bring their own. Both resolve at once when `signal` is aborted. */
export interface AutoPlayClock {
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
  /** Resolves when the next frame has been painted. */
  painted(signal: AbortSignal): Promise<void>
}

/** A bet that came too soon is tried again; each pause is twice the one before. */
const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 8_000

/**
 * Plays bet after bet until a rule, an error or `stop` ends the run. `show` gets every state. No bet is placed before the
 * outcome of the one before is known. After `stop` no bet is placed; the bet under way is still counted.
 */
export function runAutoPlay(
  settings: AutoPlaySettings,
  game: AutoPlayGame,
  clock: AutoPlayClock,
  show: (state: AutoPlay) => void,
): { stop(end: AutoPlayEnd): void; readonly finished: Promise<void> } {
  const aborting = new AbortController()
  const { signal } = aborting
  let lease: AutoPlayLease | undefined
  let state: AutoPlay = beginAutoPlay(settings)
  const change = (next: AutoPlay) => {
    state = next
    show(next)
  }
  show(state)

  const current = (): AutoPlay => state

  /** The engine knows why it takes no more bets of the run; the error does not say it. */
  async function endFor(error: unknown): Promise<AutoPlayEnd> {
    if (error instanceof PlayError && error.code === 'auto_play_ended' && lease) {
      return await lease.stop().catch(() => endOfError(error))
    }
    return endOfError(error)
  }
  async function fail(run: RunningAutoPlay, error: unknown): Promise<void> {
    const end = await endFor(error)
    const code = error instanceof PlayError ? error.code : 'storage_failed'
    if (current().status === 'running') change(endAutoPlay(run, end, code))
  }

  /** A bet that came too soon has used no step: the next try carries the same one. */
  async function playStep(stake: bigint, step: AutoPlayStep | undefined): Promise<PlayedBet> {
    for (let pause = FIRST_RETRY_MS; ; pause *= 2) {
      try {
        return await game.play(stake, signal, step)
      } catch (error) {
        const isTooSoon = error instanceof PlayError && error.code === 'too_soon'
        if (!isTooSoon || pause > LAST_RETRY_MS || signal.aborted) throw error
        await clock.wait(pause, signal)
        if (signal.aborted) throw error
      }
    }
  }

  async function playOne(run: RunningAutoPlay): Promise<void> {
    try {
      const bet = await playStep(run.stake, lease?.next())
      const next = afterBet(run, bet, game.room())
      const meanwhile = current()
      if (meanwhile.status === 'running') change(next)
      // The bet under way when the run was stopped still counts.
      else if (meanwhile.status === 'ended') change({ ...meanwhile, bets: next.bets, net: next.net })
    } catch (error) {
      await fail(run, error)
    }
  }

  async function begin(): Promise<void> {
    const run = current()
    if (run.status !== 'running') return
    try {
      lease = await game.lease?.(boundsOf(settings, game.room().maxStake))
    } catch (error) {
      await fail(run, error)
    }
  }

  async function playAll(): Promise<void> {
    // The caller gets `stop` before the first bet.
    await Promise.resolve()
    await begin()
    if (game.leadMs !== undefined) await clock.wait(game.leadMs, signal)
    for (;;) {
      const run = current()
      if (run.status !== 'running') break
      await playOne(run)
      if (current().status !== 'running') break
      const pause = game.pauseMs()
      await (pause > 0 ? clock.wait(pause, signal) : clock.painted(signal))
    }
    // If this fails, the engine ends the lease by itself.
    await lease?.stop().catch(() => undefined)
  }

  return {
    stop(end) {
      if (state.status === 'running') change(endAutoPlay(state, end))
      aborting.abort()
    },
    finished: playAll(),
  }
}
