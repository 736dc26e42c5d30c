import { ageOf } from '#lib/age.ts'

const MIN_GAP_MS = 15 * 60_000
const HOUR_MS = 60 * 60_000

/**
 * Calls `check` at most once in 15 minutes however often it is asked, except when the player asks.
 * A failed check does not count: the next occasion may try again. Never rejects.
 */
export function createUpdateSchedule(check: () => Promise<void>, now: () => number = () => Date.now()) {
  let lastAt = -Infinity
  let running: Promise<void> | undefined

  const run = (): Promise<void> => {
    running ??= check()
      .then(() => {
        lastAt = now()
      })
      .catch(() => undefined)
      .finally(() => {
        running = undefined
      })
    return running
  }

  return {
    /** On an occasion: start, resume, the hour. */
    async checkIfDue(): Promise<void> {
      if (ageOf(lastAt, now()) >= MIN_GAP_MS) await run()
    },
    checkNow: run,
  }
}

/** Occasions for a check while the page is open: every hour, and whenever it comes back into view. */
export function followOccasions(onOccasion: () => void): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') onOccasion()
  }
  const timer = setInterval(onOccasion, HOUR_MS)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
