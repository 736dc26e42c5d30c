/** What tests share because it takes seconds to open, and how it is closed. */
export interface Opened<T> {
  readonly value: T
  close(): Promise<unknown>
}

export type Open<T> = () => Promise<Opened<T>>

/** Gives what `open` opens: anew to the first test that asks for it, the same to those after it. */
export type Keep = <T>(open: Open<T>) => Promise<T>

/** What a test needs at once, at most; more would only fill the memory of the machine. */
const KEPT_AT_MOST = 2

/**
 * Keeps what was opened last. One for each worker: worker fixtures would do the same, but Playwright starts a worker
 * anew wherever two files differ in them.
 */
export function createKeeper(): { readonly keep: Keep; closeAll(): Promise<void> } {
  /** The one that was asked for last comes last. */
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
