/** Where the answers for the next launch lie: a text in the application's own IndexedDB database. */
export const DATABASE = 'koi'
export const STORE = 'kv'
export const ANSWERS_KEY = 'query-cache'
/** Storage that is slower hangs. */
export const ANSWERS_WITHIN_MS = 2_000

declare global {
  interface Window {
    /** What `src/boot.js` has read before the application was there; `undefined` where it found nothing. */
    koiStoredAnswers?: Promise<unknown> | undefined
  }
}

/** What was stored, from the reading that began with the page; nothing when it was taken before. */
export function takeStoredAnswers(): Promise<unknown> {
  const answers = window.koiStoredAnswers
  window.koiStoredAnswers = undefined
  return answers ?? Promise.resolve()
}
