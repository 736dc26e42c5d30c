/** Until when, in milliseconds since the epoch, this tab tells of deposits: its deposit address was on screen. */
export const DEPOSITS_FOLLOWED_UNTIL = 'deposits_followed_until'
/** Ids of withdrawals under way, with commas between them, that this tab tells of. */
export const WITHDRAWALS_FOLLOWED = 'withdrawals_followed'

/** `sessionStorage` that never throws: a value lasts as long as the tab. `set` says whether it was kept. */
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
  /** Removes every value whose key begins with `prefix`, but for those that begin with `exceptPrefix`. */
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
