import { afterPaint } from './after-paint.ts'

/**
 * Calls back after the next paint, or before the next key or touch if that comes first. Returns a function that
 * cancels.
 */
export function afterPaintOrInput(done: () => void): () => void {
  const listening = new AbortController()
  const cancel = () => {
    listening.abort()
    cancelPaint()
  }
  const finish = () => {
    cancel()
    done()
  }
  for (const type of ['keydown', 'pointerdown']) {
    window.addEventListener(type, finish, { capture: true, signal: listening.signal })
  }
  const cancelPaint = afterPaint(finish)
  return cancel
}
