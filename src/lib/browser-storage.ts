/**
 * `localStorage` that never throws: private modes, full quotas and blocked storage answer `null` or do
 * nothing. Values are strings from outside; parse them where they are read.
 */
export const browserStorage = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(key, value)
    } catch {
      // The choice then lasts as long as the page.
    }
  },
  remove(key: string): void {
    try {
      localStorage.removeItem(key)
    } catch {
      // Nothing was stored either.
    }
  },
}

/**
 * Calls back when another tab has changed what is stored under `key`, and when the page comes back from where the
 * browser kept it and was told nothing. Returns the function that stops it.
 */
export function followStored(key: string, onChange: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // Without a key all of the storage was emptied.
    if (event.key === key || event.key === null) onChange()
  }
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) onChange()
  }
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onShow)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', onShow)
  }
}
