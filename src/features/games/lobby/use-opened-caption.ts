import { useLingui } from '@lingui/react/macro'
import type { GameSummary } from '#contract/games.ts'
import type { RecentGame } from '#features/games/recent-games.state.ts'
import { useRecentGames } from '#features/games/use-recent-games.ts'
import { useDayName } from './use-day-name.ts'

export const slugsOf = (recents: readonly RecentGame[]) => recents.map(({ slug }) => slug)

/** When a game was opened on this device; nothing where it was not. */
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
