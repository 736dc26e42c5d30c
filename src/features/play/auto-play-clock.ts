import { afterPaint } from '#lib/after-paint.ts'
import type { AutoPlayClock } from './auto-play-runner.ts'

/** The browser's time. */
export const browserClock: AutoPlayClock = {
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
