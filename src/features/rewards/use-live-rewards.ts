import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Rewards } from '#contract/rewards.ts'
import { useBalances } from '#queries/balances.queries.ts'
import { bonusesQuery } from '#queries/bonuses.queries.ts'
import { progressQuery } from '#queries/progress.queries.ts'
import { rewardsQuery, useRewards } from '#queries/rewards.queries.ts'

/** Bets of an auto-play come faster than this. */
const ASK_MS = 1_000

/** Rewards that grow while the page is open: each balance that the server pushes may be of a bet. */
export function useLiveRewards(): UseQueryResult<Rewards> {
  const queryClient = useQueryClient()
  const { data: balances } = useBalances()
  const known = useRef(balances)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (known.current === balances) return
    const isFirst = known.current === undefined
    known.current = balances
    if (isFirst) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      for (const { queryKey } of [rewardsQuery, progressQuery, bonusesQuery]) {
        void queryClient.invalidateQueries({ queryKey })
      }
    }, ASK_MS)
  }, [balances, queryClient])
  useEffect(() => () => clearTimeout(timer.current), [])
  return useRewards()
}
