import { createStore, type ReadableStore } from '#lib/store.ts'

export type Connection = 'online' | 'offline'

const store = createStore<Connection>(
  typeof navigator !== 'undefined' && navigator.onLine === false ? 'offline' : 'online',
)

let isReported = false

/** Whether the server can be reached, as far as the last call or the browser tells. */
export const connection: ReadableStore<Connection> = store

let doubt: (() => void) | undefined

/**
 * Called by the API client. Any answer, even an error, means the server is there. A call without an answer
 * may be the fault of one slow endpoint: the probe is asked before the server counts as gone.
 */
export function reportReach(reach: 'answered' | 'unanswered' | 'unreachable'): void {
  isReported = true
  if (reach === 'unanswered' && doubt) doubt()
  else store.set(reach === 'answered' ? 'online' : 'offline')
}

const PROBE_FIRST_MS = 3_000
const PROBE_MAX_MS = 30_000

/**
 * Follows the browser's connection events. Asks `probe` once when no call has told by then, and while
 * offline with growing pauses and whenever the page comes back into view. `probe` resolves to whether the
 * server answered.
 */
export function followConnection(probe: () => Promise<boolean>): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let delay = PROBE_FIRST_MS

  let isProbing = false

  const ask = async () => {
    if (isProbing) return
    isProbing = true
    const isThere = await probe().finally(() => (isProbing = false))
    store.set(isThere ? 'online' : 'offline')
  }
  const check = async () => {
    clearTimeout(timer)
    if (store.get() === 'online') return
    await ask()
    schedule()
  }
  const schedule = () => {
    clearTimeout(timer)
    if (store.get() === 'online') {
      delay = PROBE_FIRST_MS
      return
    }
    timer = setTimeout(() => void check(), delay)
    delay = Math.min(delay * 2, PROBE_MAX_MS)
  }

  store.subscribe(schedule)
  schedule()
  doubt = () => void ask()
  // A launch that finds everything saved and fresh calls nobody, and would not notice a missing server.
  setTimeout(() => {
    if (!isReported) void ask()
  }, PROBE_FIRST_MS)
  window.addEventListener('offline', () => store.set('offline'))
  window.addEventListener('online', () => void check())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void check()
  })
}
