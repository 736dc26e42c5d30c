import { createStore } from '#lib/store.ts'

/** True if the server refused this device's session and nobody has logged in or out since. */
export const sessionRefused = createStore(false)
