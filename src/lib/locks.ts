import { inTime } from './in-time.ts'

const ANSWER_WITHIN_MS = 2_000

/** Undefined in insecure contexts. */
const locks = (): LockManager | undefined => navigator.locks

/**
 * Takes a lock shared by all tabs of this browser. It is held until the returned function is called or the tab closes;
 * null if another tab has it. If the browser has no locks, refuses, or does not answer, every caller gets the lock.
 */
export async function takeLock(name: string, options: LockOptions): Promise<(() => void) | null> {
  let isGivenUp = false
  const taken = () =>
    new Promise<(() => void) | null>((resolve, reject) => {
      const hold = (lock: Lock | null) => {
        if (!lock) resolve(null)
        // Release a lock that arrives after the caller gave up.
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

/** False if the browser does not tell. */
export async function isLockHeld(name: string): Promise<boolean> {
  try {
    const { held = [] } = (await inTime(ANSWER_WITHIN_MS, async () => locks()?.query())) ?? {}
    return held.some((lock) => lock.name === name)
  } catch {
    return false
  }
}

const NOTHING = () => undefined
