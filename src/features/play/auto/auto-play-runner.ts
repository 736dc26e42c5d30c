import {
  afterBet,
  beginAutoPlay,
  endAutoPlay,
  type AutoPlay,
  type AutoPlayEnd,
  type AutoPlaySettings,
  type RunningAutoPlay,
} from './auto-play.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'

export interface AutoPlayGame {
  /**
   * Plays one whole bet of this stake; rounds of several steps to their end. `signal` is aborted when the
   * run is stopped: an animation may then end at once. The bet itself is always finished.
   */
  play(stake: bigint, signal: AbortSignal): Promise<SettledBet>
  /** The highest stake that may be bet now. */
  maxStake(): bigint
  /** From one bet's end to the next one's start; 0 plays as fast as results can be painted. */
  pauseMs(): number
  /** Before the first bet, for what the start itself moves on screen. None when left out. */
  readonly leadMs?: number
}

/** Time, so that tests need none. Both reject or resolve at once when `signal` is aborted. */
export interface AutoPlayClock {
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
  /** Resolves when the next frame has been painted. */
  painted(signal: AbortSignal): Promise<void>
}

/**
 * Plays bet after bet until a rule, an error or `stop` ends it. `show` gets every state. After `stop` no
 * bet is placed any more; one that was under way is counted, but changes the run no more.
 */
export function runAutoPlay(
  settings: AutoPlaySettings,
  game: AutoPlayGame,
  clock: AutoPlayClock,
  show: (state: AutoPlay) => void,
): { stop(end: AutoPlayEnd): void; readonly finished: Promise<void> } {
  const aborting = new AbortController()
  const { signal } = aborting
  let state: AutoPlay = beginAutoPlay(settings)
  const change = (next: AutoPlay) => {
    state = next
    show(next)
  }
  show(state)

  const current = (): AutoPlay => state

  async function playOne(run: RunningAutoPlay): Promise<void> {
    try {
      const bet = await game.play(run.stake, signal)
      const next = afterBet(run, bet, game.maxStake())
      const meanwhile = current()
      if (meanwhile.status === 'running') change(next)
      // A bet under way when the run was stopped still counts in what the run came to.
      else if (meanwhile.status === 'ended') change({ ...meanwhile, bets: next.bets, net: next.net })
    } catch (error) {
      const code = error instanceof PlayError ? error.code : 'storage_failed'
      if (current().status === 'running') change(endAutoPlay(run, 'failed', code))
    }
  }

  async function playAll(): Promise<void> {
    // Lets the caller keep what is returned before the first bet.
    await Promise.resolve()
    if (game.leadMs !== undefined) await clock.wait(game.leadMs, signal)
    for (;;) {
      const run = current()
      if (run.status !== 'running') return
      await playOne(run)
      if (current().status !== 'running') return
      const pause = game.pauseMs()
      await (pause > 0 ? clock.wait(pause, signal) : clock.painted(signal))
    }
  }

  return {
    stop(end) {
      if (state.status === 'running') change(endAutoPlay(state, end))
      aborting.abort()
    },
    finished: playAll(),
  }
}
