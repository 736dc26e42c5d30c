import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { listBonuses } from '#contract/bonuses.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { useUser } from '#session/use-user.ts'
import { apiQuery } from './api-query.ts'

/** The offer for the next deposit, and all bonuses with their progress. Other devices change them too. */
export const bonusesQuery = apiQuery(listBonuses, { persist: 'account', staleTime: 5_000 })

/** Undefined data, and no request, while nobody is logged in. */
export function useBonuses(): UseQueryResult<DataOf<typeof listBonuses>> {
  const { uid } = useUser()
  return useQuery({ ...bonusesQuery, enabled: uid > 0 })
}
