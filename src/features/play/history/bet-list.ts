import { createStore, type ReadableStore } from '#lib/store.ts'
import type { HistoryCursor, HistoryFilter, PlayHistory, PastBet } from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'

export type BetListState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: PlayError }
  | {
      readonly status: 'ready'
      /** Latest first. */
      readonly bets: readonly PastBet[]
      readonly next: HistoryCursor | undefined
      readonly more: 'idle' | 'loading' | 'failed'
    }

/** Bets of a filter, page by page; new bets appear as they are played. */
export interface BetList {
  readonly state: ReadableStore<BetListState>
  /** The bets of the filter before stay until those of this one are read. */
  show(filter: HistoryFilter): void
  /** Does nothing while the next page is being read, or if there is no other page. */
  loadMore(): void
  reload(): void
  /** Follows the history until the returned function is called. */
  follow(): () => void
}

/** Auto-play in another tab changes the history many times a second. */
const REFRESH_EVERY_MS = 250

export function createBetList(history: Pick<PlayHistory, 'page' | 'follow'>): BetList {
  const state = createStore<BetListState>({ status: 'loading' })
  let filter: HistoryFilter = {}
  /** Answers to questions of an earlier list are thrown away. */
  let generation = 0

  async function read(): Promise<void> {
    generation += 1
    const asked = generation
    try {
      const { bets, next } = await history.page(filter)
      if (asked === generation) state.set({ status: 'ready', bets, next, more: 'idle' })
    } catch (error) {
      if (asked === generation) state.set({ status: 'failed', error: asPlayError(error) })
    }
  }

  async function readMore(): Promise<void> {
    const before = state.get()
    if (before.status !== 'ready' || before.next === undefined || before.more === 'loading') return
    const asked = generation
    state.set({ ...before, more: 'loading' })
    const page = await history.page(filter, before.next).catch(() => undefined)
    const now = state.get()
    // New bets may have come on top meanwhile; the end of the list is still the same.
    if (asked !== generation || now.status !== 'ready') return
    state.set(
      page
        ? { status: 'ready', bets: [...now.bets, ...page.bets], next: page.next, more: 'idle' }
        : { ...now, more: 'failed' },
    )
  }

  /** Puts new bets on top. A list without bets in common, as after clearing, begins anew. */
  async function refresh(): Promise<void> {
    const asked = generation
    const page = await history.page(filter).catch(() => undefined)
    if (asked !== generation) return
    const now = state.get()
    const first = now.status === 'ready' ? now.bets[0] : undefined
    const known = page?.bets.findIndex(({ id }) => id === first?.id) ?? -1
    if (!page || now.status !== 'ready' || known < 0) return read()
    if (known > 0) state.set({ ...now, bets: [...page.bets.slice(0, known), ...now.bets] })
  }

  return {
    state,
    show(next) {
      filter = next
      void read()
    },
    loadMore: () => void readMore(),
    reload() {
      state.set({ status: 'loading' })
      void read()
    },
    follow() {
      let timer: ReturnType<typeof setTimeout> | undefined
      const stop = history.follow(() => {
        timer ??= setTimeout(() => {
          timer = undefined
          void refresh()
        }, REFRESH_EVERY_MS)
      })
      return () => {
        stop()
        clearTimeout(timer)
        timer = undefined
      }
    },
  }
}

function asPlayError(error: unknown): PlayError {
  return error instanceof PlayError
    ? error
    : new PlayError('storage_failed', 'The history cannot be read', error)
}
