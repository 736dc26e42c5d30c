import type { GuardedProvider } from './guarded-provider.ts'

/** How often a connected wallet is asked for what its events may have left out. */
const POLL_MS = 4_000

/** Asks the wallet every 4 s while the page is seen, and when it is seen again; returns the function that stops it. */
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
