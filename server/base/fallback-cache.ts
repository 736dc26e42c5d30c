import type { Clock } from './clock.ts'

interface CacheOptions<T> {
  readonly clock: Clock
  /** Milliseconds before a value is fetched again. */
  readonly freshMs: number | ((value: T) => number)
  /** Milliseconds without another fetch after a failure. */
  readonly retryMs: number
  readonly maxEntries: number
}

interface Entry<T> {
  value?: { readonly of: T; readonly freshUntil: number }
  failure?: { readonly error: unknown; readonly until: number }
  pending?: Promise<T>
}

/**
 * Caches answers of another server. A stale value is returned at once while a new one is fetched, and as long as
 * fetching fails. Callers that arrive during the first fetch share it. Evicts the least recently used entries.
 */
export function createFallbackCache<T>({ clock, freshMs, retryMs, maxEntries }: CacheOptions<T>) {
  const entries = new Map<string, Entry<T>>()

  return {
    async get(key: string, make: () => Promise<T>): Promise<T> {
      const entry = entries.get(key) ?? {}
      entries.delete(key)
      entries.set(key, entry)
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) break
        entries.delete(oldest)
      }
      const now = clock()
      const { value, failure } = entry
      if (value && now < value.freshUntil) return value.of
      if (failure && now < failure.until) {
        if (value) return value.of
        throw failure.error
      }
      entry.pending ??= refresh(entry, make)
      if (!value) return entry.pending
      // The next caller gets the error.
      entry.pending.catch(() => {})
      return value.of
    },
  }

  async function refresh(entry: Entry<T>, make: () => Promise<T>): Promise<T> {
    try {
      const of = await make()
      const newFor = typeof freshMs === 'number' ? freshMs : freshMs(of)
      entry.value = { of, freshUntil: clock() + newFor }
      delete entry.failure
      return of
    } catch (error) {
      entry.failure = { error, until: clock() + retryMs }
      throw error
    } finally {
      delete entry.pending
    }
  }
}
