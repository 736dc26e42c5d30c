import { useEffect, useState } from 'react'
import { useStore } from '#lib/use-store.ts'
import { usePlayEngine } from '#features/play/play-context.ts'
import { createBetList } from './bet-list.ts'
import type { HistoryFilter } from '#features/play/play-engine.ts'

/** @param filter the same object while it says the same */
export function useBetList(filter: HistoryFilter) {
  const { history } = usePlayEngine()
  const [list] = useState(() => createBetList(history))
  useEffect(() => list.follow(), [list])
  useEffect(() => list.show(filter), [list, filter])
  return { state: useStore(list.state), loadMore: list.loadMore, reload: list.reload }
}
