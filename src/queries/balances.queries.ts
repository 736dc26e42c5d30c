import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type Balance, listBalances } from '#contract/balances.ts'
import { useUser } from '#session/use-user.ts'
import { apiQuery } from './api-query.ts'

/** Other devices and deposits change balances too: the server pushes those changes (`follow-balances.ts`). */
export const balancesQuery = apiQuery(listBalances, { persist: 'account' })

/** Undefined data, and no request, while nobody is logged in. */
export function useBalances(): UseQueryResult<Balance[]> {
  const { uid } = useUser()
  return useQuery({ ...balancesQuery, enabled: uid > 0 })
}
