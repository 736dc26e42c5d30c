import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { followRecentGames } from './recent-games.actions.ts'
import { recentGamesState, type RecentGame } from './recent-games.state.ts'

/** Games opened on this device, latest first, kept in step with other tabs. */
export function useRecentGames(): readonly RecentGame[] {
  useEffect(followRecentGames, [])
  return useSnapshot(recentGamesState).games
}
