import { afterPaint } from './after-paint.ts'
import { createStore, type ReadableStore } from './store.ts'

const painted = createStore(true)

/** Whether the first screen is painted: false from the start of a launch until then. */
export const firstPaint: ReadableStore<boolean> = painted

/** Whether the loading screen shows the picture of the lobby's offer: on a first visit, which has nothing else yet. */
export function isOfferShownAhead(): boolean {
  return document.querySelector('#loading > .pond:not([hidden])') !== null
}

/** Call when a launch begins, before anything is rendered. */
export function awaitFirstPaint(): void {
  painted.set(document.visibilityState === 'hidden')
}

/** Call once the first screen is in the page: what waits for its paint comes in the task after the frame after it. */
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
