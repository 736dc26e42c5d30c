/**
 * The IndexedDB database with the answers for the next launch, as one text. `src/boot.js` reads it before the app is
 * loaded.
 */
export const DATABASE = 'koi'
export const STORE = 'kv'
export const ANSWERS_KEY = 'query-cache'
/** Slower storage counts as hanging. */
export const ANSWERS_WITHIN_MS = 2_000

declare global {
  interface Window {
    /** The stored text; `undefined` if nothing is stored. Never rejects. */
    koiStoredAnswers?: Promise<unknown> | undefined
  }
}
