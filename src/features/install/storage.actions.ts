import { inTime } from '#lib/in-time.ts'
import { storageReport } from './storage.state.ts'

const ANSWER_WITHIN_MS = 2_000

/** Some browsers lack it or parts of it; it may throw, reject or hang. */
const storage = () => navigator.storage as Partial<StorageManager> | undefined

/** Never rejects. */
export async function refreshStorage(): Promise<void> {
  const [isPersisted, estimate] = await Promise.all([
    inTime(ANSWER_WITHIN_MS, async () => storage()?.persisted?.()).catch(() => undefined),
    inTime(ANSWER_WITHIN_MS, async () => storage()?.estimate?.()).catch(() => undefined),
  ])
  storageReport.set({
    status: 'known',
    isPersisted,
    usedBytes: estimate?.usage,
    quotaBytes: estimate?.quota,
  })
}

/**
 * Asks the browser to keep Koi's storage when space runs short. Call only for an installed app, because a browser may
 * ask the player. Resolves to the answer; never rejects.
 */
export async function askForPersistence(): Promise<boolean> {
  // No timeout: the player may take any time to answer.
  const ask = async () => storage()?.persist?.()
  const isPersisted = await ask().catch(() => false)
  await refreshStorage()
  return isPersisted === true
}
