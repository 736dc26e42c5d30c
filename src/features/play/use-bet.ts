import { useEffect, useState } from 'react'
import { playEngine } from './active-engine.ts'
import type { SettledBet } from './play-engine.ts'

export type BetLookup =
  | { readonly status: 'loading' | 'missing' | 'failed' }
  | { readonly status: 'found'; readonly bet: SettledBet }

/** A bet of the history; follows the reveal of its server seed. */
export function useBet(id: string | undefined): BetLookup {
  const [known, setKnown] = useState<{ id: string | undefined; lookup: BetLookup }>()
  useEffect(() => {
    if (id === undefined) return
    let isCurrent = true
    const read = async () => {
      const lookup = await playEngine.history.get(id).then<BetLookup, BetLookup>(
        (bet) => (bet ? { status: 'found', bet } : { status: 'missing' }),
        () => ({ status: 'failed' }),
      )
      if (isCurrent) setKnown({ id, lookup })
    }
    void read()
    const stop = playEngine.history.follow(({ type }) => {
      if (type === 'changed') void read()
    })
    return () => {
      isCurrent = false
      stop()
    }
  }, [id])
  return known && known.id === id ? known.lookup : { status: 'loading' }
}
