import { createStore } from './store.ts'
import type { ReadableStore } from './store.ts'

const holds = createStore(0)

/** Whether something would be lost by a reload: a form with entries, a running bet. */
export const isReloadHeld: ReadableStore<boolean> = {
  get: () => holds.get() > 0,
  subscribe: holds.subscribe,
}

/** Keeps the app from offering or doing a reload; returns the function that allows it again. */
export function holdReload(): () => void {
  let isReleased = false
  holds.set(holds.get() + 1)
  return () => {
    if (isReleased) return
    isReleased = true
    holds.set(holds.get() - 1)
  }
}
