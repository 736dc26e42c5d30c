import { browserStorage, followStored } from '#lib/browser-storage.ts'
import {
  PLAY_PREFERENCES_KEY,
  playPreferences,
  readPlayPreferences,
  type PlayPreferences,
} from './play-preferences.state.ts'

/** The player's choices; `playPreferences.choices` has those that the server's operator allows. */
let wanted = readPlayPreferences()
let mayBeInstant = true

function show(next: PlayPreferences): void {
  wanted = next
  playPreferences.choices = { ...next, instant: next.instant && mayBeInstant }
}

export function changePlayPreferences(change: Partial<PlayPreferences>): void {
  show({ ...wanted, ...change })
  browserStorage.set(PLAY_PREFERENCES_KEY, JSON.stringify(wanted))
}

/** The player's own choice is kept for when instant play is allowed again. */
export function allowInstantPlay(isAllowed: boolean): void {
  if (isAllowed === mayBeInstant) return
  mayBeInstant = isAllowed
  show(wanted)
}

/** Takes over choices of other tabs, also earlier ones; returns the function that stops it. */
export function followPlayPreferences(): () => void {
  const take = () => show(readPlayPreferences())
  if (browserStorage.get(PLAY_PREFERENCES_KEY) !== null) take()
  return followStored(PLAY_PREFERENCES_KEY, take)
}
