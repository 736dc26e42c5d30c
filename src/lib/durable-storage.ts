import { createStore as createIdbStore, del, get, set, type UseStore } from 'idb-keyval'
import { inTime } from './in-time.ts'
import { ANSWERS_WITHIN_MS, DATABASE, STORE } from './stored-answers.ts'
import { createStore, type ReadableStore } from './store.ts'

/**
 * `durable`: values are in IndexedDB. `memory`: IndexedDB is blocked, full or broken, and values last only as long as
 * the page.
 */
export type StorageHealth = 'durable' | 'memory'

export interface DurableStorage {
  readonly health: ReadableStore<StorageHealth>
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  remove(key: string): Promise<void>
}

/**
 * Key-value storage in IndexedDB with a fallback to memory, which `health` shows. No method rejects or waits for a
 * database that hangs. Values are structured-cloned.
 */
export function createDurableStorage(databaseName: string): DurableStorage {
  const health = createStore<StorageHealth>('durable')
  const memory = new Map<string, unknown>()
  let current: { store?: UseStore; hasWorked?: boolean } = {}

  async function attempt<T>(operation: (store: UseStore) => Promise<T>, fallback: () => T): Promise<T> {
    if (health.get() === 'memory') return fallback()
    const tried = current
    try {
      const store = (tried.store ??= createIdbStore(databaseName, STORE))
      const answer = await inTime(ANSWERS_WITHIN_MS, () => operation(store))
      tried.hasWorked = true
      return answer
    } catch {
      // A connection that once worked may have been closed silently: open a new one.
      if (!tried.hasWorked) health.set('memory')
      else if (current === tried) current = {}
      return attempt(operation, fallback)
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

export const durableStorage = createDurableStorage(DATABASE)
