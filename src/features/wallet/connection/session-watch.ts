import type { GuardedProvider } from './guarded-provider.ts'

/** Polling interval, because wallets may not send all events. */
const POLL_MS = 4_000

/**
 * Polls the wallet every 4 s while the page is visible, and when it becomes visible; returns a function that stops it.
 */
export function followSession(guarded: GuardedProvider): () => void {
  let isAsking = false
  const ask = () => {
    if (isAsking || document.visibilityState !== 'visible') return
    isAsking = true
    // A wallet that does not answer is asked again next time.
    guarded
      .poll()
      .catch(() => undefined)
      .finally(() => (isAsking = false))
  }
  const timer = setInterval(ask, POLL_MS)
  document.addEventListener('visibilitychange', ask)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', ask)
  }
}
