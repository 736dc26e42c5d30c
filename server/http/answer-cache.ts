/** Milliseconds since the epoch; tests move it. */
export type Clock = () => number

/** Answers looked up by an unbounded key (a slug) must not fill the memory. */
const MAX_ENTRIES = 1_000

/**
 * Keeps what `make` returned for `ttlMs`, so that any number of visitors costs one query; callers that
 * arrive while it is being made share it. What fails is not kept.
 */
export function createAnswerCache<T>(clock: Clock, ttlMs: number) {
  const entries = new Map<string, { value: Promise<T>; until: number }>()

  return {
    get(key: string, make: () => Promise<T>): Promise<T> {
      const found = entries.get(key)
      if (found && clock() < found.until) return found.value
      if (entries.size >= MAX_ENTRIES) entries.clear()
      const value = make()
      const entry = { value, until: clock() + ttlMs }
      entries.set(key, entry)
      value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key)
      })
      return value
    },
  }
}
