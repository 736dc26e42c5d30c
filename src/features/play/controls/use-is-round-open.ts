import { useSyncExternalStore } from 'react'
import type { RoundPlay } from '#features/play/controller/round-play.ts'

/** Whether a round is open. Its steps render nothing. */
export function useIsRoundOpen({ round }: Pick<RoundPlay, 'round'>): boolean {
  return useSyncExternalStore(round.subscribe, () => round.get() !== undefined)
}
