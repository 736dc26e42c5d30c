import { useEffect, useSyncExternalStore } from 'react'
import { subscribe } from 'valtio'
import { useHoldReload } from '#lib/use-hold-reload.ts'
import { useStore } from '#lib/use-store.ts'
import { autoPlayState } from './auto-play.state.ts'
import type { Play } from './play-controller.ts'
import type { PlayGame } from '#rules/games.ts'
import { followPlayPreferences } from './play-preferences.actions.ts'
import { loadRecentBets } from './play-session.actions.ts'

/** What a play needs while its screen is there. */
export function usePlay(play: Play): void {
  const { status } = useStore(play.engine.status)
  const isReady = status === 'ready'
  useEffect(() => {
    // Without its recent bets a screen is playable all the same.
    if (isReady) void loadRecentBets(play.engine, play.game).catch(() => undefined)
  }, [play, isReady])
  useEffect(() => () => play.leave(), [play])
  useEffect(followPlayPreferences, [])
  useHoldReload(useIsAutoPlaying(play.game))
}

/** Whether the game plays by itself; its parameters stand still meanwhile. Its bets render nothing. */
export function useIsAutoPlaying(game: PlayGame): boolean {
  return useSyncExternalStore(followAutoPlay, () => autoPlayState[game].status === 'running')
}

function followAutoPlay(listener: () => void): () => void {
  return subscribe(autoPlayState, listener)
}
