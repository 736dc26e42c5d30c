import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useHoldReload } from '#lib/use-hold-reload.ts'
import { useStore } from '#lib/use-store.ts'
import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import type { Play } from '#features/play/controller/play-controller.ts'
import { followPlayPreferences } from '#features/play/session/play-preferences.actions.ts'
import { loadRecentBets } from '#features/play/session/play-session.actions.ts'

/** Keeps a play going while its screen is there. Returns whether auto-play runs. */
export function usePlay(play: Play): boolean {
  const { status } = useStore(play.engine.status)
  const isReady = status === 'ready'
  useEffect(() => {
    // Without its recent bets a screen is playable all the same.
    if (isReady) void loadRecentBets(play.engine, play.game).catch(() => undefined)
  }, [play, isReady])
  useEffect(() => () => play.leave(), [play])
  const router = useRouter()
  useEffect(
    () =>
      // Whoever leaves has left: bets that follow each other at once would hold up the page that comes.
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (pathChanged) play.leave()
      }),
    [router, play],
  )
  useEffect(followPlayPreferences, [])
  const isAutoPlaying = useIsAutoPlaying(play.game)
  useHoldReload(isAutoPlaying)
  return isAutoPlaying
}
