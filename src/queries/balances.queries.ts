import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type Balance, listBalances } from '#contract/balances.ts'
import { useUser } from '#session/use-user.ts'
import { apiQuery } from './api-query.ts'

/** What the player has of each coin. Other devices and the chains move it too, and the server tells (`follow-balances.ts`). */
export const balancesQuery = apiQuery(listBalances, { persist: 'account' })

/** The player's balances; nothing is asked, and nothing known, while nobody is logged in. */
export function useBalances(): UseQueryResult<Balance[]> {
  const { uid } = useUser()
  return useQuery({ ...balancesQuery, enabled: uid > 0 })
}
