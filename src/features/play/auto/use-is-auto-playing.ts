import { useSyncExternalStore } from 'react'
import { subscribe } from 'valtio'
import type { BetGame } from '#features/play/play-engine.ts'
import { autoPlayState } from './auto-play.state.ts'

/** Renders only when a run begins or ends, not with each bet. */
export function useIsAutoPlaying(game: BetGame): boolean {
  return useSyncExternalStore(followAutoPlay, () => autoPlayState[game].status === 'running')
}

/** True while a run is under way, and after it until the player dismisses its notice. */
export function useHasAutoPlay(game: BetGame): boolean {
  return useSyncExternalStore(followAutoPlay, () => autoPlayState[game].status !== 'idle')
}

function followAutoPlay(listener: () => void): () => void {
  return subscribe(autoPlayState, listener)
}
