import { ref } from 'valtio'
import { afterPaint } from '#lib/after-paint.ts'
import { runAutoPlay, type AutoPlayClock, type AutoPlayGame } from './auto-play-runner.ts'
import { autoPlayState } from './auto-play.state.ts'
import type { AutoPlayEnd, AutoPlaySettings } from './auto-play.ts'
import type { PlayGame } from '#rules/games.ts'

/** One run at a time: whoever starts another one has left the first. */
let running: { game: PlayGame; isReplaced: boolean; stop: (end: AutoPlayEnd) => void } | undefined

/**
 * Starts to play by itself, in place of any run under way. Ends when its rules say so, when a bet fails,
 * when the page is hidden, or by `stopAutoPlay`, which a screen calls when it goes. Resolves at the end.
 */
export async function startAutoPlay(
  game: PlayGame,
  settings: AutoPlaySettings,
  playing: AutoPlayGame,
  clock: AutoPlayClock = browserClock,
): Promise<void> {
  if (running) {
    running.stop('left')
    // Its last bet may settle only now, and must not take this run's place on screen.
    running.isReplaced = running.game === game
  }
  const mine = { game, isReplaced: false, stop: (end: AutoPlayEnd) => run.stop(end) }
  const run = runAutoPlay(settings, playing, clock, (state) => {
    if (!mine.isReplaced) autoPlayState[game] = ref(state)
  })
  running = mine
  const leave = () => {
    if (document.visibilityState === 'hidden') run.stop('left')
  }
  document.addEventListener('visibilitychange', leave)
  leave()
  try {
    await run.finished
  } finally {
    document.removeEventListener('visibilitychange', leave)
    if (running === mine) running = undefined
  }
}

/** Stops the run of a game; nothing happens when there is none. No bet is placed after this. */
export function stopAutoPlay(game: PlayGame, end: AutoPlayEnd = 'stopped'): void {
  if (running?.game === game) running.stop(end)
}

/** Forgets how the latest run ended. One under way goes on. */
export function dismissAutoPlay(game: PlayGame): void {
  if (autoPlayState[game].status === 'ended') autoPlayState[game] = ref({ status: 'idle' })
}

/** The browser's time. */
const browserClock: AutoPlayClock = {
  wait: (milliseconds, signal) =>
    until(signal, (done) => {
      const timer = setTimeout(done, milliseconds)
      return () => clearTimeout(timer)
    }),
  painted: (signal) => until(signal, afterPaint),
}

function until(signal: AbortSignal, start: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const finish = () => {
      cancel()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const cancel = start(finish)
    signal.addEventListener('abort', finish, { once: true })
  })
}
