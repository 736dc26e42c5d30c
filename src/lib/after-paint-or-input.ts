import { afterPaint } from './after-paint.ts'

/** Calls back once the next frame has been painted, or before a key or a finger does anything. Returns what cancels that. */
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
