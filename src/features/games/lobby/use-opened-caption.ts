import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { GameSummary } from '#contract/games.ts'
import type { RecentGame } from '#features/games/recent-games.state.ts'
import { useRecentGames } from '#features/games/use-recent-games.ts'
import { useFormat } from '#i18n/use-format.ts'

export const slugsOf = (recents: readonly RecentGame[]) => recents.map(({ slug }) => slug)

/** When the game was last opened on this device; undefined if it never was. */
export function useOpenedCaption(): (game: GameSummary) => string | undefined {
  const { t } = useLingui()
  const recents = useRecentGames()
  const dayName = useDayName()
  return ({ slug }) => {
    const openedAt = recents.find((recent) => recent.slug === slug)?.openedAt
    if (openedAt === undefined) return undefined
    const day = dayName(openedAt)
    return t`Opened ${day}`
  }
}

const DAY_MS = 86_400_000
const LONGEST_IN_WORDS = 6

/** Calendar days between two moments in the player's time zone. */
function daysBetween(from: number, to: number): number {
  return Math.round((new Date(to).setHours(0, 0, 0, 0) - new Date(from).setHours(0, 0, 0, 0)) / DAY_MS)
}

/** "today", "yesterday", "3 days ago", then the date. Takes milliseconds since the epoch. */
function useDayName(): (at: number) => string {
  const { date, daysAgo } = useFormat()
  return useCallback(
    (at) => {
      const days = daysBetween(at, Date.now())
      return days >= 0 && days <= LONGEST_IN_WORDS ? daysAgo(days) : date(new Date(at))
    },
    [daysAgo, date],
  )
}
