import { useSyncExternalStore } from 'react'
import { useMinesPlay } from './mines-controller.ts'

/** Whether a round is open. Its steps render nothing. */
export function useIsRoundOpen(): boolean {
  const play = useMinesPlay()
  return useSyncExternalStore(play.round.subscribe, () => play.round.get() !== undefined)
}
