import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PublicBet } from '#contract/feed.ts'
import { followLive } from '#session/live.ts'
import { recentBetsQuery } from './live-play.queries.ts'

const MOST_KEPT = 30

/** The latest bets of all players; new ones are added while `isFollowed`. */
export function useRecentBets(isFollowed: boolean) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isFollowed) return
    const { queryKey } = recentBetsQuery
    return followLive({
      topic: 'feed',
      onEvent: (bets) => queryClient.setQueryData(queryKey, (known = []) => newestOf(bets, known)),
      onGap: () => void queryClient.invalidateQueries({ queryKey }),
    })
  }, [isFollowed, queryClient])
  return useQuery(recentBetsQuery)
}

/** An event may arrive twice. */
function newestOf(bets: readonly PublicBet[], known: readonly PublicBet[]): PublicBet[] {
  const ids = new Set(known.map(({ id }) => id))
  return [...bets.filter(({ id }) => !ids.has(id)), ...known].slice(0, MOST_KEPT)
}
