import type { QueryClient } from '@tanstack/react-query'
import { listBalances } from '#contract/balances.ts'
import { apiQuery } from './api-query.ts'

/** What the player has of each coin. Other devices and the chains move it too, so it is soon asked for anew. */
export const balancesQuery = apiQuery(listBalances, { persist: 'account', staleTime: 5_000 })

/** Call when money has moved: whoever shows balances asks for them again. */
export function refreshBalances(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: balancesQuery.queryKey })
}
