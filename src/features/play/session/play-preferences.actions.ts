import { browserStorage, followStored } from '#lib/browser-storage.ts'
import {
  PLAY_PREFERENCES_KEY,
  playPreferences,
  readPlayPreferences,
  type PlayPreferences,
} from './play-preferences.state.ts'

/** What the player wants; `playPreferences.choices` is what of it the server's operator allows. */
let wanted = readPlayPreferences()
let mayBeInstant = true

function show(next: PlayPreferences): void {
  wanted = next
  playPreferences.choices = { ...next, instant: next.instant && mayBeInstant }
}

/** Changes one of the choices and remembers it on this device. */
export function changePlayPreferences(change: Partial<PlayPreferences>): void {
  show({ ...wanted, ...change })
  browserStorage.set(PLAY_PREFERENCES_KEY, JSON.stringify(wanted))
}

/** Turns instant play off where it is not allowed; the player's own choice is kept for where it is. */
export function allowInstantPlay(isAllowed: boolean): void {
  if (isAllowed === mayBeInstant) return
  mayBeInstant = isAllowed
  show(wanted)
}

/** Takes over what other tabs choose, or chose while nobody listened here; returns the function that stops it. */
export function followPlayPreferences(): () => void {
  const take = () => show(readPlayPreferences())
  if (browserStorage.get(PLAY_PREFERENCES_KEY) !== null) take()
  return followStored(PLAY_PREFERENCES_KEY, take)
}
