import { useEffect } from 'react'
import { playPreferences } from '#features/play/session/play-preferences.state.ts'
import { playTimedTones } from '#features/play/session/play-sound.ts'
import { POND_STOPS_MS } from './pond-spin.ts'

const CLICK_HERTZ = 130.81

/** One soft click per reel, the same in every spin: the sound must not tell the result early. */
export function useSpinSound(spinId: string | undefined): void {
  useEffect(() => {
    if (spinId !== undefined && playPreferences.choices.sound)
      playTimedTones(POND_STOPS_MS.map((atMs) => ({ atMs, hertz: CLICK_HERTZ })))
  }, [spinId])
}
