import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useHoldReload } from '#lib/use-hold-reload.ts'
import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import type { FramePlay } from '#features/play/controller/frame-play.ts'
import { followPlayPreferences } from '#features/play/session/play-preferences.actions.ts'

/** Leaves a play with its screen, and keeps the page from a reload while auto-play runs. */
export function usePlay(play: FramePlay): void {
  useEffect(() => () => play.leave(), [play])
  const router = useRouter()
  useEffect(
    () =>
      // Bets that follow each other at once would hold up the next page.
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (pathChanged) play.leave()
      }),
    [router, play],
  )
  useEffect(followPlayPreferences, [])
  useHoldReload(useIsAutoPlaying(play.game))
}
