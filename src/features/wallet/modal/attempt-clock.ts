/** Nothing has come of opening the wallet for so long: the other way is offered. */
export const SLOW_AFTER_MS = 5_000
/** 'Connection timeout or user rejected'. */
export const TIMEOUT_AFTER_MS = 60_000

const TICK_MS = 250

interface ClockOptions {
  /** The wallet has not opened. Not called when the page went out of sight meanwhile, as it does when one opens. */
  readonly onSlow: () => void
  readonly onTimeout: () => void
}

/**
 * Times an attempt by the time the page was seen: while the player is in the wallet's app nothing runs out.
 * Returns the function that stops it.
 */
export function startAttemptClock({ onSlow, onTimeout }: ClockOptions): () => void {
  let seenMs = 0
  let last = performance.now()
  let isSlowTold = false
  const isSeen = () => document.visibilityState === 'visible'
  const onAway = () => {
    // A phone's browser hides, a computer's window loses the focus to the app or to the question about it.
    isSlowTold = true
  }
  const onVisibility = () => {
    if (!isSeen()) onAway()
    last = performance.now()
  }
  const timer = setInterval(() => {
    const now = performance.now()
    // A page that was frozen in between was not seen.
    if (isSeen()) seenMs += Math.min(now - last, 4 * TICK_MS)
    last = now
    if (!isSlowTold && seenMs >= SLOW_AFTER_MS) {
      isSlowTold = true
      onSlow()
    }
    if (seenMs >= TIMEOUT_AFTER_MS) {
      stop()
      onTimeout()
    }
  }, TICK_MS)
  const stop = () => {
    clearInterval(timer)
    window.removeEventListener('blur', onAway)
    document.removeEventListener('visibilitychange', onVisibility)
  }
  window.addEventListener('blur', onAway)
  document.addEventListener('visibilitychange', onVisibility)
  return stop
}
