import { useSyncExternalStore } from 'react'
import type { RoundPlay } from '#features/play/controller/round-play.ts'

/** Renders only when a round begins or ends, not with its steps. */
export function useIsRoundOpen({ round }: Pick<RoundPlay, 'round'>): boolean {
  return useSyncExternalStore(round.subscribe, () => round.get() !== undefined)
}
