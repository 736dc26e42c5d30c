/** Time until which this tab reports deposits after showing its deposit address, in milliseconds since the epoch. */
export const DEPOSITS_FOLLOWED_UNTIL = 'deposits_followed_until'
/** Comma-separated ids of pending withdrawals that this tab reports on. */
export const WITHDRAWALS_FOLLOWED = 'withdrawals_followed'

/** `sessionStorage` that never throws: a value lasts as long as the tab. `set` returns true if the value was stored. */
export const tabStorage = {
  get(key: string): string | null {
    try {
      return sessionStorage.getItem(key)
    } catch {
      return null
    }
  },
  set(key: string, value: string): boolean {
    try {
      sessionStorage.setItem(key, value)
      return true
    } catch {
      return false
    }
  },
  remove(key: string): void {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // Nothing was stored either.
    }
  },
  /** Removes values whose key begins with `prefix`, but not those that begin with `exceptPrefix`. */
  removeAll(prefix: string, exceptPrefix?: string): void {
    try {
      for (const key of Object.keys(sessionStorage)) {
        const isKept = exceptPrefix !== undefined && key.startsWith(exceptPrefix)
        if (key.startsWith(prefix) && !isKept) sessionStorage.removeItem(key)
      }
    } catch {
      // Nothing was stored either.
    }
  },
}
