import { useSyncExternalStore } from 'react'
import { subscribe } from 'valtio'
import type { BetGame } from '#features/play/play-engine.ts'
import { autoPlayState } from './auto-play.state.ts'

/** Whether auto-play runs in the game; its parameters are locked meanwhile. Does not render again for each bet. */
export function useIsAutoPlaying(game: BetGame): boolean {
  return useSyncExternalStore(followAutoPlay, () => autoPlayState[game].status === 'running')
}

/** Whether there is a run of the game to tell of: one under way, or the latest, which nobody has dismissed. */
export function useHasAutoPlay(game: BetGame): boolean {
  return useSyncExternalStore(followAutoPlay, () => autoPlayState[game].status !== 'idle')
}

function followAutoPlay(listener: () => void): () => void {
  return subscribe(autoPlayState, listener)
}
