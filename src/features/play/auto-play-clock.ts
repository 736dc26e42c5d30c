import type { AutoPlayClock } from './auto-play-runner.ts'

/** The browser's time. Frames stop in a hidden page, so a timer stands behind them. */
export const browserClock: AutoPlayClock = {
  wait: (milliseconds, signal) =>
    until(signal, (done) => {
      const timer = setTimeout(done, milliseconds)
      return () => clearTimeout(timer)
    }),
  painted: (signal) =>
    until(signal, (done) => {
      // After the frame callback comes the paint, and after that the message.
      const frame = requestAnimationFrame(() => setTimeout(done))
      const timer = setTimeout(done, LONGEST_FRAME_MS)
      return () => {
        cancelAnimationFrame(frame)
        clearTimeout(timer)
      }
    }),
}

const LONGEST_FRAME_MS = 1_000

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
