import { useCallback, useEffect, useState } from 'react'
import { usePlayEngine } from '#features/play/play-context.ts'
import type { HistoryCursor, PastSeedPair } from '#features/play/play-engine.ts'

interface PastPairsRead {
  readonly pairs: readonly PastSeedPair[]
  readonly next: HistoryCursor | undefined
}

/** Latest first. */
export function usePastPairs() {
  const engine = usePlayEngine()
  const [read, setRead] = useState<PastPairsRead | 'loading' | 'failed'>('loading')
  useEffect(() => {
    let isCurrent = true
    const start = async () => {
      const page = await engine.seeds.past().catch(() => 'failed' as const)
      if (isCurrent) setRead(page)
    }
    void start()
    const stop = engine.history.follow(({ type }) => {
      if (type === 'changed') void start()
    })
    return () => {
      isCurrent = false
      stop()
    }
  }, [engine])

  const loadMore = useCallback(async () => {
    if (typeof read === 'string' || read.next === undefined) return
    const page = await engine.seeds.past(read.next).catch(() => undefined)
    if (!page) return
    // A pair revealed meanwhile has begun the list anew.
    setRead((now) => (now === read ? { pairs: [...read.pairs, ...page.pairs], next: page.next } : now))
  }, [engine, read])

  return { read, loadMore }
}
