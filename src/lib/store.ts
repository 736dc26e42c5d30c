export interface ReadableStore<T> {
  get(): T
  /** Calls back after every change; returns a function that stops it. */
  subscribe(listener: () => void): () => void
}

export interface WritableStore<T> extends ReadableStore<T> {
  set(value: T): void
}

/**
 * A value with listeners, in the form that `useSyncExternalStore` takes. For state that code without React also reads,
 * such as the connection.
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
