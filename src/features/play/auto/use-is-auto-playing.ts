import { useSyncExternalStore } from 'react'
import { subscribe } from 'valtio'
import type { PlayGame } from '#rules/games.ts'
import { autoPlayState } from './auto-play.state.ts'

/** Whether the game plays by itself; its parameters stand still meanwhile. Its bets render nothing. */
export function useIsAutoPlaying(game: PlayGame): boolean {
  return useSyncExternalStore(followAutoPlay, () => autoPlayState[game].status === 'running')
}

function followAutoPlay(listener: () => void): () => void {
  return subscribe(autoPlayState, listener)
}
