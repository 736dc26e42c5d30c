/**
 * `localStorage` that never throws: if it is blocked, full or in private mode, reads return `null` and writes do
 * nothing. Values come from outside: parse them where they are read.
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
      // The value then lasts only as long as the page.
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
 * Calls back if another tab changed the value under `key`, and if the page returns from the back/forward cache, where
 * it got no events. Returns a function that stops it.
 */
export function followStored(key: string, onChange: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // `key` is null if the whole storage was cleared.
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
