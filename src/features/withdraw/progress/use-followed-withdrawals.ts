import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useStore } from '#lib/use-store.ts'
import { liveTopics } from '#session/live.ts'
import { followWithdrawals } from './follow-withdrawals.ts'

/** Polling interval of a pending withdrawal while the server pushes nothing. */
const ASK_EVERY_MS = 3_000

/** Starts to follow withdrawals when a pending one is on screen. */
export function useFollowedWithdrawals(isUnderWay: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (isUnderWay) followWithdrawals(queryClient)
  }, [isUnderWay, queryClient])
}

/** For `refetchInterval` of queries with pending withdrawals. */
export function useAskEveryMs(): number | false {
  return useStore(liveTopics).has('withdrawals') ? false : ASK_EVERY_MS
}
