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
