import { useCallback, useRef, useSyncExternalStore } from 'react'
import { subscribe } from 'valtio'
import type { StakeFieldPlay } from './stake-play.ts'
import { heldBalances } from '#features/play/session/shown-balance.state.ts'
import type { StakeEntry } from './stake-entry.ts'

/** Does not render for a balance that changes nothing about the amount. */
export function useStakeEntry(play: StakeFieldPlay): StakeEntry {
  const follow = useCallback(
    (listener: () => void) => {
      const stops = [
        play.stakeText.subscribe(listener),
        play.params.subscribe(listener),
        play.engine.balance.subscribe(listener),
        play.limits.subscribe(listener),
        subscribe(heldBalances, listener),
      ]
      return () => stops.forEach((stop) => stop())
    },
    [play],
  )
  const known = useRef<StakeEntry>(undefined)
  return useSyncExternalStore(follow, () => {
    const entry = play.readStake()
    if (!known.current || !isSame(known.current, entry)) known.current = entry
    return known.current
  })
}

function isSame(a: StakeEntry, b: StakeEntry): boolean {
  if (a.stake !== b.stake || a.status !== b.status) return false
  return a.status === 'valid' || b.status === 'valid' || a.problem === b.problem
}
