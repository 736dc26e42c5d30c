import { useStore } from '#lib/use-store.ts'
import type { Play } from './play-controller.ts'
import type { StakeEntry } from './stake-entry.ts'
import { useShownBalance } from './use-shown-balance.ts'

/** What the stake field says now; renders again when field, balance or parameters change. */
export function useStakeEntry(play: Play): StakeEntry {
  useStore(play.stakeText)
  useStore(play.params)
  useShownBalance()
  return play.readStake()
}
