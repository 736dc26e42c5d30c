import { createStore } from '#lib/store.ts'

export interface StorageReport {
  /** The browser promised not to clear Koi's storage on its own; `undefined` if it does not tell. */
  isPersisted?: boolean | undefined
  /** Bytes used and available, as the browser estimates them. */
  usedBytes?: number | undefined
  quotaBytes?: number | undefined
}

/** Changed only by `storage.actions.ts`. */
export const storageReport = createStore<{ status: 'unknown' } | ({ status: 'known' } & StorageReport)>({
  status: 'unknown',
})
