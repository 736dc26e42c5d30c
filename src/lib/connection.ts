import { createStore, type ReadableStore } from './store.ts'

export type Connection = 'online' | 'offline'

const store = createStore<Connection>(
  typeof navigator !== 'undefined' && navigator.onLine === false ? 'offline' : 'online',
)

let isReported = false

/** Whether the server can be reached, as far as the last call or the browser tells. */
export const connection: ReadableStore<Connection> = store

/** Called by the API client: any answer, even an error, means the server is there. */
export function reportReachable(isReachable: boolean): void {
  isReported = true
  store.set(isReachable ? 'online' : 'offline')
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

  const check = async () => {
    clearTimeout(timer)
    if (store.get() === 'online') return
    store.set((await probe()) ? 'online' : 'offline')
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
  // A launch that finds everything saved and fresh calls nobody, and would not notice a missing server.
  setTimeout(() => {
    if (!isReported) void probe().then(reportReachable)
  }, PROBE_FIRST_MS)
  window.addEventListener('offline', () => store.set('offline'))
  window.addEventListener('online', () => void check())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void check()
  })
}
