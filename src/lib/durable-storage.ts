import { createStore as createIdbStore, del, get, set, type UseStore } from 'idb-keyval'
import { DATABASE, STORE } from './stored-answers.ts'
import { createStore, type ReadableStore } from './store.ts'

/** `durable`: values are in IndexedDB. `memory`: IndexedDB is blocked, full or broken; values last as long as the page. */
export type StorageHealth = 'durable' | 'memory'

export interface DurableStorage {
  readonly health: ReadableStore<StorageHealth>
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  remove(key: string): Promise<void>
}

const ANSWER_WITHIN_MS = 2_000

/**
 * Key-value storage in IndexedDB that degrades to memory on the first failure, and says so in `health`.
 * No method rejects, and none waits for a database that hangs. Values are structured-cloned.
 */
export function createDurableStorage(databaseName: string): DurableStorage {
  const health = createStore<StorageHealth>('durable')
  const memory = new Map<string, unknown>()
  let idb: UseStore | undefined

  async function attempt<T>(operation: (store: UseStore) => Promise<T>, fallback: () => T): Promise<T> {
    if (health.get() === 'memory') return fallback()
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      idb ??= createIdbStore(databaseName, STORE)
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('IndexedDB does not answer')), ANSWER_WITHIN_MS)
      })
      return await Promise.race([operation(idb), late])
    } catch {
      health.set('memory')
      return fallback()
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    health,
    get: (key) =>
      attempt(
        (store) => get<unknown>(key, store),
        () => memory.get(key),
      ),
    set: (key, value) =>
      attempt(
        (store) => set(key, value, store),
        () => void memory.set(key, value),
      ),
    remove: (key) =>
      attempt(
        (store) => del(key, store),
        () => void memory.delete(key),
      ),
  }
}

/** The app's own database. */
export const durableStorage = createDurableStorage(DATABASE)
