import { ref } from 'valtio'
import { afterPaint } from '#lib/after-paint.ts'
import { noteRun } from './auto-play.actions.ts'
import { logAutoPlay } from './auto-play-log.ts'
import { takeAutoPlayLock } from './auto-play-lock.ts'
import { runAutoPlay, type AutoPlayClock, type AutoPlayGame } from './auto-play-runner.ts'
import { autoPlayState } from './auto-play.state.ts'
import type { AutoPlay, AutoPlayEnd, AutoPlaySettings } from './auto-play.ts'
import type { BetGame } from '#features/play/play-engine.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'

interface Run {
  readonly game: BetGame
  stop(end: AutoPlayEnd): void
  isReplaced: boolean
  finished: Promise<void>
}

/** One run at a time: a new run ends the one before. */
let running: Run | undefined

/**
 * Starts a run in place of any run under way, and waits for the last bet of that one. The run ends by its rules, when a
 * bet fails, when the page is hidden or closed, or by `stopAutoPlay`, which a screen calls when it goes. Resolves at the
 * end.
 */
export async function startAutoPlay(
  game: BetGame,
  settings: AutoPlaySettings,
  playing: AutoPlayGame,
  clock: AutoPlayClock = browserClock,
): Promise<void> {
  const before = running
  if (before) {
    before.stop('left')
    // Its last bet may settle later, and must not replace this run on screen.
    before.isReplaced = before.game === game
  }
  const id = createIdempotencyKey()
  let unlock: (() => void) | undefined
  const mine: Run = {
    game,
    isReplaced: false,
    stop: (end: AutoPlayEnd) => run.stop(end),
    finished: Promise.resolve(),
  }
  const run = runAutoPlay(
    settings,
    {
      ...playing,
      async lease(bounds) {
        await before?.finished
        unlock = await takeAutoPlayLock()
        return await playing.lease?.(bounds)
      },
    },
    clock,
    (state) => {
      keep(id, game, state)
      if (!mine.isReplaced) autoPlayState[game] = ref(state)
    },
  )
  running = mine
  noteRun(mine)
  const leave = () => {
    if (document.visibilityState === 'hidden') run.stop('left')
  }
  const close = () => run.stop('closed')
  document.addEventListener('visibilitychange', leave)
  window.addEventListener('pagehide', close)
  leave()
  mine.finished = run.finished.finally(() => unlock?.())
  try {
    await mine.finished
  } finally {
    document.removeEventListener('visibilitychange', leave)
    window.removeEventListener('pagehide', close)
    if (running === mine) {
      running = undefined
      noteRun(undefined)
    }
  }
}

function keep(id: string, game: BetGame, state: AutoPlay): void {
  if (state.status !== 'ended') return
  const { settings, bets, net, end, condition, error } = state
  logAutoPlay({ id, game, at: Date.now(), bets, net, coin: settings.coin, end, condition, error })
}

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
