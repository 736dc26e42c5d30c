import type { QueryClient } from '@tanstack/react-query'
import { listBonuses } from '#contract/bonuses.ts'
import { apiQuery } from './api-query.ts'
import { refreshBalances } from './balances.actions.ts'

/** What the player's next deposit is offered, and every bonus with its progress. */
export const bonusesQuery = apiQuery(listBonuses, { persist: 'account', staleTime: 15_000 })

/** Call when a bonus has come, changed or gone, which moves money, too. */
export function refreshBonuses(queryClient: QueryClient): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: bonusesQuery.queryKey }),
    refreshBalances(queryClient),
  ])
}
