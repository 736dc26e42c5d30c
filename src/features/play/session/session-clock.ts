import { tabStorage } from '#lib/tab-storage.ts'

const KEY = 'session-began'

/** When the tab's session of play began, in milliseconds since 1970. A reload does not begin it anew. */
export function sessionStart(now = Date.now()): number {
  const stored = tabStorage.get(KEY)
  const began = stored !== null && /^\d{1,16}$/.test(stored) ? Number(stored) : NaN
  // A clock that was set back would count below zero.
  if (began <= now) return began
  tabStorage.set(KEY, `${now}`)
  return now
}

/** `0:07`, `12:34`, from an hour on `1:02:03`. */
export function clockText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const two = (value: number) => `${value}`.padStart(2, '0')
  const rest = `${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${two(minutes % 60)}:${rest}` : `${minutes}:${rest}`
}
