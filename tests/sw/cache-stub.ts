import { vi } from 'vitest'

type Method = 'open' | 'match' | 'put' | 'keys'
/** `hang`: never answers. `throw`: throws instead of returning a promise. */
export type Fault = 'reject' | 'hang' | 'throw'

const keyOf = (key: string | Request) => {
  if (typeof key === 'string') return key
  const { pathname, search } = new URL(key.url)
  return pathname + search
}

/**
 * An in-memory CacheStorage with the methods that the worker uses, keyed by path and search. `fault` says how
 * the methods in `broken` fail.
 */
export function stubCaches(broken: readonly Method[] = [], fault: Fault = 'reject') {
  const stored = new Map<string, Map<string, Response>>()
  const failing = <A extends unknown[], T>(method: Method, work: (...args: A) => Promise<T>) =>
    !broken.includes(method)
      ? work
      : (): Promise<T> => {
          if (fault === 'throw') throw new DOMException('blocked', 'SecurityError')
          if (fault === 'hang') return new Promise(() => undefined)
          return Promise.reject(new DOMException('Unexpected internal error', 'UnknownError'))
        }
  const open = async (name: string) => {
    const entries = stored.get(name) ?? new Map<string, Response>()
    stored.set(name, entries)
    return {
      put: failing('put', async (key: string | Request, response: Response) => {
        entries.set(keyOf(key), response)
      }),
      match: failing('match', async (key: string | Request) => entries.get(keyOf(key))?.clone()),
      keys: failing('keys', async () =>
        Array.from(entries.keys(), (key) => new Request(`https://koi.test${key}`)),
      ),
      delete: async (key: string | Request) => entries.delete(keyOf(key)),
    }
  }
  vi.stubGlobal('caches', {
    open: failing('open', open),
    match: failing('match', async (key: string | Request, { cacheName }: { cacheName: string }) =>
      stored.get(cacheName)?.get(keyOf(key))?.clone(),
    ),
    keys: failing('keys', async () => Array.from(stored.keys())),
    delete: async (name: string) => stored.delete(name),
  })
  return stored
}

export const CACHE_FAULTS = (['open', 'match'] as const).flatMap((method) =>
  (['reject', 'hang', 'throw'] as const).map((fault) => [method, fault] as const),
)
