import { i18n } from '@lingui/core'
import { forgetFormats } from './use-format.ts'

const LOOK_EVERY_MS = 60_000

/** Identifies a time zone by its UTC offsets over a year: reading its name takes milliseconds. */
function offsets(): string {
  const year = new Date().getFullYear()
  return Array.from({ length: 12 }, (_, month) => new Date(year, month).getTimezoneOffset()).join()
}

/** Rewrites all times when the device's time zone changes. */
export function followTimeZone(): void {
  let known = offsets()
  const look = () => {
    const current = offsets()
    if (current === known) return
    known = current
    forgetFormats()
    // Rerenders everything that shows texts.
    i18n.activate(i18n.locale)
  }
  document.addEventListener('visibilitychange', look)
  window.addEventListener('focus', look)
  window.addEventListener('pageshow', look)
  setInterval(look, LOOK_EVERY_MS)
}
