/** Longer than a step back takes. */
const STEP_MS = 400

interface WayOut {
  /** Null without a page to go back to. */
  readonly back: (() => void) | null
  readonly toPage: () => void
}

/**
 * Leaves a frame once, however often it is asked: games say it in several words at once, and each step more would lead
 * out of Koi. A frame that has opened pages within itself takes the step back for its own, so the way to the game's page
 * follows.
 * @param addressOf the page's address, which steps within a frame do not change
 */
export function createLeave(addressOf: () => string): (way: WayOut) => void {
  let isLeaving = false
  return ({ back, toPage }) => {
    if (isLeaving) return
    isLeaving = true
    const from = addressOf()
    if (!back) toPage()
    else back()
    setTimeout(() => {
      isLeaving = false
      if (back && addressOf() === from) toPage()
    }, STEP_MS)
  }
}
