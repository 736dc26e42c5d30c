/** A resource that tests share because it takes seconds to open, with how it is closed. */
export interface Opened<T> {
  readonly value: T
  close(): Promise<unknown>
}

export type Open<T> = () => Promise<Opened<T>>

/** Opens for the first test that asks, and gives later tests the same. */
export type Keep = <T>(open: Open<T>) => Promise<T>

/** A test needs no more at once; more would only use memory. */
const KEPT_AT_MOST = 2

/**
 * Keeps the latest resources of a worker. Playwright restarts a worker between files whose worker fixtures differ, so
 * fixtures cannot do this.
 */
export function createKeeper(): { readonly keep: Keep; closeAll(): Promise<void> } {
  /** Ordered by last use. */
  const kept = new Map<Open<unknown>, Opened<unknown>>()

  return {
    async keep<T>(open: Open<T>): Promise<T> {
      const before = kept.get(open) as Opened<T> | undefined
      kept.delete(open)
      for (const [oldest, opened] of kept) {
        if (kept.size < KEPT_AT_MOST) break
        kept.delete(oldest)
        await opened.close()
      }
      const opened = before ?? (await open())
      kept.set(open, opened)
      return opened.value
    },

    async closeAll() {
      const all = [...kept.values()]
      kept.clear()
      await Promise.all(all.map((each) => each.close()))
    },
  }
}
