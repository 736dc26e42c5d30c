import type { Clock } from './clock.ts'

/** Keys such as a slug are unbounded, and must not fill the memory. */
const MAX_ENTRIES = 1_000

/** Caches the result of `make` for `ttlMs`. Callers that arrive while it is made share it. Errors are not cached. */
export function createAnswerCache<T>(clock: Clock, ttlMs: number) {
  const entries = new Map<string, { value: Promise<T>; until: number }>()

  function find(key: string): Promise<T> | undefined {
    const found = entries.get(key)
    return found && clock() < found.until ? found.value : undefined
  }

  return {
    find,
    get(key: string, make: () => Promise<T>): Promise<T> {
      const found = find(key)
      if (found) return found
      if (entries.size >= MAX_ENTRIES) entries.clear()
      const value = make()
      const entry = { value, until: clock() + ttlMs }
      entries.set(key, entry)
      value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key)
      })
      return value
    },
    forget: (key: string) => void entries.delete(key),
  }
}
