export interface ReadableStore<T> {
  get(): T
  /** Calls back after every change; returns the function that stops it. */
  subscribe(listener: () => void): () => void
}

export interface WritableStore<T> extends ReadableStore<T> {
  set(value: T): void
}

/**
 * A value with listeners, in the shape `useSyncExternalStore` takes. For the few facts below the
 * interface (connection, storage health) that code without React reads too.
 */
export function createStore<T>(initial: T): WritableStore<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
