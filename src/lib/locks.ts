import { inTime } from './in-time.ts'

const ANSWER_WITHIN_MS = 2_000

/** Absent in pages that are not secure. */
const locks = (): LockManager | undefined => navigator.locks

/**
 * Takes a lock that all tabs of this browser share, until the function that it answers is called or the tab is gone;
 * null when another tab has it. Where the browser has no locks, refuses them or does not answer, everybody gets it.
 */
export async function takeLock(name: string, options: LockOptions): Promise<(() => void) | null> {
  let isGivenUp = false
  const taken = () =>
    new Promise<(() => void) | null>((resolve, reject) => {
      const hold = (lock: Lock | null) => {
        if (!lock) resolve(null)
        // Nobody waits for one that comes too late.
        else if (!isGivenUp) return new Promise<void>((release) => resolve(release))
        return undefined
      }
      const asked = locks()?.request(name, options, hold)
      if (!asked) return resolve(NOTHING)
      asked.catch(reject)
    })
  try {
    return await inTime(ANSWER_WITHIN_MS, taken)
  } catch {
    isGivenUp = true
    return NOTHING
  }
}

/** Whether a tab of this browser holds the lock; false where the browser does not say. */
export async function isLockHeld(name: string): Promise<boolean> {
  try {
    const { held = [] } = (await inTime(ANSWER_WITHIN_MS, async () => locks()?.query())) ?? {}
    return held.some((lock) => lock.name === name)
  } catch {
    return false
  }
}

const NOTHING = () => undefined
