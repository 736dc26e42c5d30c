import { useEffect } from 'react'
import { useStore } from '#lib/use-store.ts'
import { followRecentGames } from './recent-games.actions.ts'
import { recentGames, type RecentGame } from './recent-games.state.ts'

/** Newest first, also of changes in other tabs. */
export function useRecentGames(): readonly RecentGame[] {
  useEffect(followRecentGames, [])
  return useStore(recentGames)
}
