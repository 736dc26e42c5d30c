import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBetList } from '#features/play/history/bet-list.ts'
import type { HistoryChange, HistoryFilter, SettledBet } from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'

const PAGE = 3

/** A history whose bets are named by number, latest first, with three per page. */
function createHistory(count: number) {
  let bets = numbered(count)
  const listeners = new Set<(change: HistoryChange) => void>()
  const page = vi.fn(async (_filter: HistoryFilter, cursor?: string) => {
    const start = cursor === undefined ? 0 : bets.findIndex(({ id }) => id === cursor) + 1
    const found = bets.slice(start, start + PAGE)
    return { bets: found, next: start + PAGE < bets.length ? found.at(-1)?.id : undefined }
  })
  return {
    page,
    follow(listener: (change: HistoryChange) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change(next: number) {
      bets = numbered(next)
      for (const listener of listeners) listener({ type: 'changed' })
    },
    listeners,
  }
}
const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `${count - index}` }) as SettledBet)

const idsOf = (list: ReturnType<typeof createBetList>) => {
  const state = list.state.get()
  return state.status === 'ready' ? state.bets.map(({ id }) => Number(id)) : state.status
}
const settle = () => vi.advanceTimersByTimeAsync(1_000)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a list of bets', () => {
  it('grows page by page to its end', async () => {
    const history = createHistory(7)
    const list = createBetList(history)
    list.show({})
    expect(idsOf(list)).toBe('loading')
    await settle()
    expect(idsOf(list)).toEqual([7, 6, 5])
    list.loadMore()
    list.loadMore()
    await settle()
    expect(idsOf(list)).toEqual([7, 6, 5, 4, 3, 2])
    expect(history.page).toHaveBeenCalledTimes(2)
    list.loadMore()
    await settle()
    list.loadMore()
    expect(idsOf(list)).toEqual([7, 6, 5, 4, 3, 2, 1])
    expect(history.page).toHaveBeenCalledTimes(3)
  })

  it('puts new bets on top and keeps the loaded pages', async () => {
    const history = createHistory(6)
    const list = createBetList(history)
    const stop = list.follow()
    list.show({})
    await settle()
    list.loadMore()
    await settle()
    history.change(7)
    history.change(8)
    await settle()
    expect(idsOf(list)).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
    // Two changes at once cause one read.
    expect(history.page).toHaveBeenCalledTimes(3)
    stop()
    expect(history.listeners.size).toBe(0)
  })

  it('keeps its order when new bets arrive during a read', async () => {
    const history = createHistory(6)
    const list = createBetList(history)
    list.follow()
    list.show({})
    await settle()
    history.page.mockImplementationOnce(async () => {
      await new Promise((resolve) => setTimeout(resolve, 900))
      return { bets: numbered(3), next: undefined }
    })
    list.loadMore()
    history.change(7)
    await settle()
    expect(idsOf(list)).toEqual([7, 6, 5, 4, 3, 2, 1])
  })

  it('starts again after it was cleared, or when too many bets are missing', async () => {
    const history = createHistory(5)
    const list = createBetList(history)
    list.follow()
    list.show({})
    await settle()
    history.change(0)
    await settle()
    expect(idsOf(list)).toEqual([])
    history.change(2)
    await settle()
    expect(idsOf(list)).toEqual([2, 1])
    history.change(40)
    await settle()
    expect(idsOf(list)).toEqual([40, 39, 38])
  })

  it('keeps the bets of the old filter until those of the new one have loaded', async () => {
    const history = createHistory(4)
    const list = createBetList(history)
    list.show({})
    await settle()
    history.page.mockImplementationOnce(async () => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      return { bets: numbered(1), next: undefined }
    })
    list.show({ game: 'mines' })
    expect(idsOf(list)).toEqual([4, 3, 2])
    await settle()
    expect(idsOf(list)).toEqual([1])
  })

  it('drops the answer to a filter that is no longer set', async () => {
    const history = createHistory(4)
    const list = createBetList(history)
    history.page.mockImplementationOnce(async () => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      return { bets: numbered(1), next: undefined }
    })
    list.show({ game: 'mines' })
    list.show({ game: 'dice' })
    await settle()
    expect(idsOf(list)).toEqual([4, 3, 2])
  })

  it('reports an error and reads again on request', async () => {
    const history = createHistory(4)
    const list = createBetList(history)
    history.page.mockRejectedValueOnce(new PlayError('storage_failed', 'no'))
    list.show({})
    await settle()
    expect(list.state.get()).toMatchObject({ status: 'failed', error: { code: 'storage_failed' } })
    list.reload()
    await settle()
    history.page.mockRejectedValueOnce(new Error('no'))
    list.loadMore()
    await settle()
    expect(list.state.get()).toMatchObject({ status: 'ready', more: 'failed' })
    list.loadMore()
    await settle()
    expect(idsOf(list)).toEqual([4, 3, 2, 1])
  })
})
