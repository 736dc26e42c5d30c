import type { QueryClient } from '@tanstack/react-query'
import { balancesQuery } from './balances.queries.ts'

/** Call when money has moved: whoever shows balances asks for them again. */
export function refreshBalances(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: balancesQuery.queryKey })
}
