import { afterPaint } from './after-paint.ts'
import { createStore, type ReadableStore } from './store.ts'

const painted = createStore(true)

/** False from the start of a launch until its first screen is painted. */
export const firstPaint: ReadableStore<boolean> = painted

/** True on a first visit: the loading screen then shows the picture of the lobby's offer. */
export function isOfferShownAhead(): boolean {
  return document.querySelector('#loading > .pond:not([hidden])') !== null
}

/** Call at the start of a launch, before anything renders. */
export function awaitFirstPaint(): void {
  painted.set(document.visibilityState === 'hidden')
}

/** Call when the first screen is in the page: waiting code runs after the next paint but one. */
export function tellFirstPaint(): void {
  afterPaint(() => afterPaint(() => painted.set(true)))
}

/** Resolves after the first paint of a launch; at once if there is no launch. */
export function untilFirstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (painted.get()) return resolve()
    const stop = painted.subscribe(() => {
      stop()
      resolve()
    })
  })
}
