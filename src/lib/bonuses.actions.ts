import type { QueryClient } from '@tanstack/react-query'
import { refreshBalances } from './balances.actions.ts'
import { bonusesQuery } from './bonuses.queries.ts'

/** Call when a bonus has come, changed or gone: whoever shows bonuses or balances asks for them again. */
export function refreshBonuses(queryClient: QueryClient): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: bonusesQuery.queryKey }),
    refreshBalances(queryClient),
  ])
}
