import { browserStorage } from '#lib/browser-storage.ts'
import { createStore } from '#lib/store.ts'
import { useStore } from '#lib/use-store.ts'

/** Storage key of the last known break. */
export const BREAK_KEY = 'play_break'

/**
 * True during a time-out or self-exclusion. The stored break counts until the server has been asked, so that not even
 * the first screen invites to play. Only `useRunningBreak` (top bar and games) and log-out change it.
 */
export const isOnBreak = createStore(browserStorage.get(BREAK_KEY) !== null)

export function useIsOnBreak(): boolean {
  return useStore(isOnBreak)
}
