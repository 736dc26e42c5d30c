/** Long enough to complete the first screen on a slow phone; short enough for a short visit. */
const SETTLE_MS = 1_500

/**
 * Runs `work` in the first idle moment after the page has loaded and the first screen is complete: the current visit
 * comes before the next one.
 */
export function afterFirstScreen(work: () => unknown): void {
  const settle = () => setTimeout(() => whenIdle(work), SETTLE_MS)
  if (document.readyState === 'complete') settle()
  else window.addEventListener('load', settle, { once: true })
}

/** Runs `work` when the browser is idle, or after five seconds. */
export function whenIdle(work: () => unknown): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 5_000 })
  else setTimeout(work)
}
