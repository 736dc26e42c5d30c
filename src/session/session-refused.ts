import { createStore } from '#lib/store.ts'

/** The server refused this device's session, and nobody has logged in or out since. */
export const sessionRefused = createStore(false)
