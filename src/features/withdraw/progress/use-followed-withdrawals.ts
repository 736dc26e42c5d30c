import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useStore } from '#lib/use-store.ts'
import { liveTopics } from '#session/live.ts'
import { followWithdrawals } from './follow-withdrawals.ts'

/** How often the stages of a withdrawal under way are asked for while the server does not tell of them. */
const ASK_EVERY_MS = 3_000

/** Follows the player's withdrawals from the moment one on screen is under way. */
export function useFollowedWithdrawals(isUnderWay: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (isUnderWay) followWithdrawals(queryClient)
  }, [isUnderWay, queryClient])
}

/** For `refetchInterval` of what shows withdrawals under way. */
export function useAskEveryMs(): number | false {
  return useStore(liveTopics).has('withdrawals') ? false : ASK_EVERY_MS
}
