import { createStore, type ReadableStore } from '#lib/store.ts'

/** Slow: no answer comes in time, but nothing says that the server cannot be reached. */
export type Connection = 'online' | 'slow' | 'offline'

const store = createStore<Connection>(
  typeof navigator !== 'undefined' && navigator.onLine === false ? 'offline' : 'online',
)

let isReported = false

/** Known from the last call or from the browser. */
export const connection: ReadableStore<Connection> = store

let doubt: (() => void) | undefined

const STATE = { answered: 'online', unanswered: 'slow', unreachable: 'offline' } as const

/**
 * Called by the API client. Any answer, even an error, means that the server is there. A missing answer may be due to
 * one slow endpoint: the server counts as slow only after a probe got no answer either.
 */
export function reportReach(reach: 'answered' | 'unanswered' | 'unreachable'): void {
  isReported = true
  if (reach === 'unanswered' && doubt) doubt()
  else store.set(STATE[reach])
}

const PROBE_FIRST_MS = 3_000
const PROBE_MAX_MS = 30_000

/**
 * Follows the browser's connection events. Calls `probe` once if no call has told the state by then; while not
 * online, with growing pauses and when the page becomes visible.
 */
export function followConnection(probe: () => Promise<Connection>): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let delay = PROBE_FIRST_MS

  let isProbing = false

  const ask = async () => {
    if (isProbing) return
    isProbing = true
    store.set(await probe().finally(() => (isProbing = false)))
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
  // A launch with fresh stored answers calls nothing, and would not notice a missing server.
  setTimeout(() => {
    if (!isReported) void ask()
  }, PROBE_FIRST_MS)
  window.addEventListener('offline', () => store.set('offline'))
  window.addEventListener('online', () => void check())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void check()
  })
}
