import type { Clock } from './clock.ts'

/** Answers looked up by an unbounded key (a slug) must not fill the memory. */
const MAX_ENTRIES = 1_000

/**
 * Keeps what `make` returned for `ttlMs`, so that any number of visitors costs one query; callers that
 * arrive while it is being made share it. What fails is not kept.
 */
export function createAnswerCache<T>(clock: Clock, ttlMs: number) {
  const entries = new Map<string, { value: Promise<T>; until: number }>()

  /** What is kept or being made; undefined for nothing. */
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
