/**
 * Where the answers for the next launch lie: a text in the application's own IndexedDB database. `src/boot.js` reads
 * it before the application is there.
 */
export const DATABASE = 'koi'
export const STORE = 'kv'
export const ANSWERS_KEY = 'query-cache'
/** Storage that is slower hangs. */
export const ANSWERS_WITHIN_MS = 2_000

declare global {
  interface Window {
    /** What it has read; `undefined` where it found nothing. Never rejects. */
    koiStoredAnswers?: Promise<unknown> | undefined
  }
}
