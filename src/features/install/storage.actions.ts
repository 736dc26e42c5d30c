import { storageReport } from './storage.state.ts'

/** Reads the browser's word on persistence and use. Never rejects. */
export async function refreshStorage(): Promise<void> {
  const storage = navigator.storage as StorageManager | undefined
  const [persisted, estimate] = await Promise.allSettled([storage?.persisted?.(), storage?.estimate?.()])
  storageReport.set({
    status: 'known',
    isPersisted: persisted.status === 'fulfilled' ? persisted.value : undefined,
    usedBytes: estimate.status === 'fulfilled' ? estimate.value?.usage : undefined,
    quotaBytes: estimate.status === 'fulfilled' ? estimate.value?.quota : undefined,
  })
}

/**
 * Asks the browser to keep Koi's storage when space runs short. Only for an installed app: a browser may
 * put the question to the player. Resolves to its answer; never rejects.
 */
export async function askForPersistence(): Promise<boolean> {
  const storage = navigator.storage as StorageManager | undefined
  const isPersisted = await Promise.resolve(storage?.persist?.()).catch(() => false)
  await refreshStorage()
  return isPersisted === true
}
