import { ageOf } from '#lib/age.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const MIN_GAP_MS = 15 * MINUTE_MS
/**
 * After the first refusal, the second and so on. Another server may have answered that is gone at the next occasion;
 * but where nothing can ever be installed, each try fetches everything in vain.
 */
const GAPS_AFTER_REFUSAL_MS = [0, MINUTE_MS, 5 * MINUTE_MS]

/** How a check ended. `unreachable`: nobody answered, and nothing was fetched. */
export type CheckOutcome = 'done' | 'refused' | 'unreachable'

/**
 * Calls `check` at most once in 15 minutes however often it is asked, except when the player asks. After a refusal it
 * may be tried again sooner, with gaps that grow to those 15 minutes; one that reaches nobody does not count.
 */
export function createUpdateSchedule(
  check: () => Promise<CheckOutcome>,
  now: () => number = () => Date.now(),
) {
  let lastAt = -Infinity
  let refusals = 0
  let running: Promise<void> | undefined

  const run = (): Promise<void> => {
    running ??= check()
      .then((outcome) => {
        if (outcome === 'unreachable') return
        lastAt = now()
        refusals = outcome === 'refused' ? refusals + 1 : 0
      })
      .finally(() => {
        running = undefined
      })
    return running
  }

  const gapMs = () => (refusals === 0 ? MIN_GAP_MS : (GAPS_AFTER_REFUSAL_MS[refusals - 1] ?? MIN_GAP_MS))

  return {
    /** On an occasion: start, resume, the hour. */
    async checkIfDue(): Promise<void> {
      if (ageOf(lastAt, now()) >= gapMs()) await run()
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
