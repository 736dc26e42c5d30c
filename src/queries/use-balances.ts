import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Balance } from '#contract/balances.ts'
import { useUser } from '#session/use-user.ts'
import { balancesQuery } from './balances.queries.ts'

/** The player's balances; nothing is asked, and nothing known, while nobody is logged in. */
export function useBalances(): UseQueryResult<Balance[]> {
  const { uid } = useUser()
  return useQuery({ ...balancesQuery, enabled: uid > 0 })
}
