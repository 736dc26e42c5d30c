import { i18n } from '@lingui/core'
import { forgetFormats } from './use-format.ts'

const LOOK_EVERY_MS = 60_000

/** What tells one time zone from another: a year's offsets from UTC. Asking for its name takes milliseconds. */
function offsets(): string {
  const year = new Date().getFullYear()
  return Array.from({ length: 12 }, (_, month) => new Date(year, month).getTimezoneOffset()).join()
}

/** Writes every time anew when the device has come into another time zone. */
export function followTimeZone(): void {
  let known = offsets()
  const look = () => {
    const current = offsets()
    if (current === known) return
    known = current
    forgetFormats()
    // Whatever shows texts renders again.
    i18n.activate(i18n.locale)
  }
  document.addEventListener('visibilitychange', look)
  window.addEventListener('focus', look)
  window.addEventListener('pageshow', look)
  setInterval(look, LOOK_EVERY_MS)
}
