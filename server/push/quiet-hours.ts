import type { QuietHours } from '#contract/notifications.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

/**
 * The end of the quiet hours that last at `now`; null outside of them. On a day when clocks change it may be an hour
 * off: ask again then.
 */
export function endOfQuietHours({ from, to, zone }: QuietHours, now: number): number | null {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
  const minute = minutesOf(clock.format(now))
  const since = (minute - minutesOf(from) + DAY_MINUTES) % DAY_MINUTES
  const length = (minutesOf(to) - minutesOf(from) + DAY_MINUTES) % DAY_MINUTES
  if (since >= length) return null
  return now - (now % MINUTE_MS) + (length - since) * MINUTE_MS
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) % DAY_MINUTES
}
