import { useCallback } from 'react'
import { useFormat } from '#i18n/use-format.ts'

const DAY_MS = 86_400_000
const LONGEST_IN_WORDS = 6

/** Whole days from midnight to midnight between two moments, in the player's own time zone. */
function daysBetween(from: number, to: number): number {
  return Math.round((new Date(to).setHours(0, 0, 0, 0) - new Date(from).setHours(0, 0, 0, 0)) / DAY_MS)
}

/** Names the day of a moment (ms since 1970): "today", "yesterday", "3 days ago", then its date. */
export function useDayName(): (at: number) => string {
  const { date, daysAgo } = useFormat()
  return useCallback(
    (at) => {
      const days = daysBetween(at, Date.now())
      return days >= 0 && days <= LONGEST_IN_WORDS ? daysAgo(days) : date(new Date(at))
    },
    [daysAgo, date],
  )
}
