import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { listBonuses } from '#contract/bonuses.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { useUser } from '#session/use-user.ts'
import { apiQuery } from './api-query.ts'

/** What the player's next deposit is offered, and every bonus with its progress. Other devices change it, too. */
export const bonusesQuery = apiQuery(listBonuses, { persist: 'account', staleTime: 5_000 })

/** The player's bonuses; nothing is asked, and nothing known, while nobody is logged in. */
export function useBonuses(): UseQueryResult<DataOf<typeof listBonuses>> {
  const { uid } = useUser()
  return useQuery({ ...bonusesQuery, enabled: uid > 0 })
}
