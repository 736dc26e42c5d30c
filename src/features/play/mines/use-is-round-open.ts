import { useSyncExternalStore } from 'react'
import { minesPlay } from './mines-play.ts'

/** Whether a round is open. Its steps render nothing. */
export function useIsRoundOpen(): boolean {
  return useSyncExternalStore(minesPlay.round.subscribe, () => minesPlay.round.get() !== undefined)
}
