import { ref } from 'valtio'
import { autoPlayState } from './auto-play.state.ts'
import type { AutoPlayEnd } from './auto-play.ts'
import type { BetGame } from '#features/play/play-engine.ts'

interface CurrentRun {
  readonly game: BetGame
  stop(end: AutoPlayEnd): void
}

/** One run at a time: a new run ends the one before. */
let running: CurrentRun | undefined

/** Only `auto-play-start.ts` calls this. */
export function noteRun(run: CurrentRun | undefined): void {
  running = run
}

/** Does nothing when no run of the game is under way. No bet is placed after this. */
export function stopAutoPlay(game: BetGame, end: AutoPlayEnd = 'stopped'): void {
  if (running?.game === game) running.stop(end)
}

export function stopAnyAutoPlay(end: AutoPlayEnd): void {
  running?.stop(end)
}

/** Removes the notice about the latest run. A run under way goes on. */
export function dismissAutoPlay(game: BetGame): void {
  if (autoPlayState[game].status === 'ended') autoPlayState[game] = ref({ status: 'idle' })
}
