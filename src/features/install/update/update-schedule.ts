import { ageOf } from '#lib/age.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const MIN_GAP_MS = 15 * MINUTE_MS
/**
 * Gaps after the first refusal, the second and so on. A refusal may come from another server that is gone soon; but if
 * nothing can ever be installed, each try downloads everything for nothing.
 */
const GAPS_AFTER_REFUSAL_MS = [0, MINUTE_MS, 5 * MINUTE_MS]

/** `unreachable`: no server answered, and nothing was downloaded. */
export type CheckOutcome = 'done' | 'refused' | 'unreachable'

/**
 * Calls `check` at most once in 15 minutes, except when the player asks. After a refusal it may run sooner, with gaps
 * that grow to 15 minutes. A check that reaches no server does not count.
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
    /** Call at start, when the page becomes visible, and every hour. */
    async checkIfDue(): Promise<void> {
      if (ageOf(lastAt, now()) >= gapMs()) await run()
    },
    checkNow: run,
  }
}

/** Calls back every hour, and when the page becomes visible. */
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
