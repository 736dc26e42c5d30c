import { afterPaint } from './after-paint.ts'
import { createStore, type ReadableStore } from './store.ts'

const painted = createStore(true)

/** Whether the first screen is painted: false from the start of a launch until then. */
export const firstPaint: ReadableStore<boolean> = painted

/** Call when a launch begins, before anything is rendered. */
export function awaitFirstPaint(): void {
  painted.set(document.visibilityState === 'hidden')
}

/** Call after the first render: what waits for the first paint comes in the task after the frame after it. */
export function tellFirstPaint(): void {
  afterPaint(() => afterPaint(() => painted.set(true)))
}

/** Resolves once the first screen is painted; at once where nothing is being launched. */
export function untilFirstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (painted.get()) return resolve()
    const stop = painted.subscribe(() => {
      stop()
      resolve()
    })
  })
}
