import { browserStorage } from '#lib/browser-storage.ts'
import {
  PLAY_PREFERENCES_KEY,
  playPreferences,
  readPlayPreferences,
  type PlayPreferences,
} from './play-preferences.state.ts'

/** Changes one of the choices and remembers it on this device. */
export function changePlayPreferences(change: Partial<PlayPreferences>): void {
  playPreferences.choices = { ...playPreferences.choices, ...change }
  browserStorage.set(PLAY_PREFERENCES_KEY, JSON.stringify(playPreferences.choices))
}

/** Takes over what other tabs choose; returns the function that stops it. */
export function followPlayPreferences(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === PLAY_PREFERENCES_KEY || event.key === null) {
      playPreferences.choices = readPlayPreferences()
    }
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}
