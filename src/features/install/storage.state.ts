import { createStore } from '#lib/store.ts'

export interface StorageReport {
  /** The browser promised not to clear Koi's storage on its own; `undefined` where it does not say. */
  isPersisted?: boolean | undefined
  /** Bytes in use and at most available, as the browser estimates them. */
  usedBytes?: number | undefined
  quotaBytes?: number | undefined
}

/** What the browser says about Koi's storage. Changed only by `storage.actions.ts`. */
export const storageReport = createStore<{ status: 'unknown' } | ({ status: 'known' } & StorageReport)>({
  status: 'unknown',
})
