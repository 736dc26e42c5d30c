import { useEffect, useState } from 'react'
import { usePlayEngine } from '#features/play/play-context.ts'
import type { PastBet } from '#features/play/play-engine.ts'

export type BetLookup =
  { readonly status: 'loading' | 'missing' | 'failed' } | { readonly status: 'found'; readonly bet: PastBet }

/** A bet of the history; follows the reveal of its server seed. */
export function useBet(id: string | undefined): BetLookup {
  const engine = usePlayEngine()
  const [known, setKnown] = useState<{ id: string | undefined; lookup: BetLookup }>()
  useEffect(() => {
    if (id === undefined) return
    let isCurrent = true
    const read = async () => {
      const lookup = await engine.history.get(id).then<BetLookup, BetLookup>(
        (bet) => (bet ? { status: 'found', bet } : { status: 'missing' }),
        () => ({ status: 'failed' }),
      )
      if (isCurrent) setKnown({ id, lookup })
    }
    void read()
    const stop = engine.history.follow(({ type }) => {
      if (type === 'changed') void read()
    })
    return () => {
      isCurrent = false
      stop()
    }
  }, [engine, id])
  return known && known.id === id ? known.lookup : { status: 'loading' }
}
