import { useEffect } from 'react'
import { useStore } from '#lib/use-store.ts'
import { followRecentGames } from './recent-games.actions.ts'
import { recentGames, type RecentGame } from './recent-games.state.ts'

/** Games opened on this device, latest first, kept in step with other tabs. */
export function useRecentGames(): readonly RecentGame[] {
  useEffect(followRecentGames, [])
  return useStore(recentGames)
}
