/** If the wallet has not opened after this time, the other way is offered. */
export const SLOW_AFTER_MS = 5_000
/** 'Connection timeout or user rejected'. */
export const TIMEOUT_AFTER_MS = 60_000

const TICK_MS = 250

interface ClockOptions {
  /** The wallet has not opened. Not called if the page was hidden meanwhile, which happens when a wallet opens. */
  readonly onSlow: () => void
  readonly onTimeout: () => void
}

/**
 * Counts only while the page is visible: nothing times out while the player is in the wallet's app. Returns a function
 * that stops it.
 */
export function startAttemptClock({ onSlow, onTimeout }: ClockOptions): () => void {
  let seenMs = 0
  let last = performance.now()
  let isSlowTold = false
  const isSeen = () => document.visibilityState === 'visible'
  const onAway = () => {
    // On a phone the page is hidden, on a computer the window loses focus to the app or to the browser's question about
    // it.
    isSlowTold = true
  }
  const onVisibility = () => {
    if (!isSeen()) onAway()
    last = performance.now()
  }
  const timer = setInterval(() => {
    const now = performance.now()
    // The page was not visible while it was frozen.
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
