import { browserStorage, followStored } from '#lib/browser-storage.ts'
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

/** Takes over what other tabs choose, or chose while nobody listened here; returns the function that stops it. */
export function followPlayPreferences(): () => void {
  const take = () => {
    playPreferences.choices = readPlayPreferences()
  }
  if (browserStorage.get(PLAY_PREFERENCES_KEY) !== null) take()
  return followStored(PLAY_PREFERENCES_KEY, take)
}
