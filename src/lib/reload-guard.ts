import { createStore } from './store.ts'
import type { ReadableStore } from './store.ts'

const holds = createStore(0)

/** True while a reload would lose something: a form with entries, a running bet. */
export const isReloadHeld: ReadableStore<boolean> = {
  get: () => holds.get() > 0,
  subscribe: holds.subscribe,
}

/** Prevents reloads, and offers of one, until the returned function is called. */
export function holdReload(): () => void {
  let isReleased = false
  holds.set(holds.get() + 1)
  return () => {
    if (isReleased) return
    isReleased = true
    holds.set(holds.get() - 1)
  }
}
