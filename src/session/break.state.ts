import { browserStorage } from '#lib/browser-storage.ts'
import { createStore } from '#lib/store.ts'

/** Where the device keeps the break that it last heard of. */
export const BREAK_KEY = 'play_break'

/**
 * Whether the player takes a break: a time-out or a self-exclusion. What is kept counts until it has been looked at,
 * so that not even the first screen invites to anything. Changed only by `useRunningBreak`, which the top bar or the
 * game has, and when the player leaves.
 */
export const isOnBreak = createStore(browserStorage.get(BREAK_KEY) !== null)
