import { vi } from 'vitest'

/** A CacheStorage in memory with as much of the interface as the worker uses, keyed by path and search. */
export function stubCaches(): Map<string, Map<string, Response>> {
  const stored = new Map<string, Map<string, Response>>()
  const open = async (name: string) => {
    const entries = stored.get(name) ?? new Map<string, Response>()
    stored.set(name, entries)
    return {
      put: async (key: string, response: Response) => void entries.set(key, response),
      match: async (key: string) => entries.get(key)?.clone(),
    }
  }
  vi.stubGlobal('caches', {
    open,
    keys: async () => Array.from(stored.keys()),
    delete: async (name: string) => stored.delete(name),
  })
  return stored
}
