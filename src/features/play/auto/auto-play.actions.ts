import { ref } from 'valtio'
import { autoPlayState } from './auto-play.state.ts'
import type { AutoPlayEnd } from './auto-play.ts'
import type { BetGame } from '#features/play/play-engine.ts'

/** A run under way. */
interface CurrentRun {
  readonly game: BetGame
  stop(end: AutoPlayEnd): void
}

/** One run at a time: whoever starts another one has left the first. */
let running: CurrentRun | undefined

/** Notes the run under way, for who stops it; undefined when it is over. Only `auto-play-start.ts` calls this. */
export function noteRun(run: CurrentRun | undefined): void {
  running = run
}

/** Stops the run of a game; nothing happens when there is none. No bet is placed after this. */
export function stopAutoPlay(game: BetGame, end: AutoPlayEnd = 'stopped'): void {
  if (running?.game === game) running.stop(end)
}

/** Stops the run of whichever game. */
export function stopAnyAutoPlay(end: AutoPlayEnd): void {
  running?.stop(end)
}

/** Forgets how the latest run ended. One under way goes on. */
export function dismissAutoPlay(game: BetGame): void {
  if (autoPlayState[game].status === 'ended') autoPlayState[game] = ref({ status: 'idle' })
}
