import { useEffect } from 'react'
import { playPreferences } from '#features/play/session/play-preferences.state.ts'
import { playClicks } from '#features/play/session/play-sound.ts'
import { POND_STOPS_MS } from './pond-spin.ts'

/** One soft click as each reel stops, the same in every spin. */
export function useSpinSound(spinId: string | undefined): void {
  useEffect(() => {
    if (spinId !== undefined && playPreferences.choices.sound) playClicks(POND_STOPS_MS)
  }, [spinId])
}
