import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { listBonuses } from '#contract/bonuses.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { useUser } from '#session/use-user.ts'
import { bonusesQuery } from './bonuses.queries.ts'

/** The player's bonuses; nothing is asked, and nothing known, while nobody is logged in. */
export function useBonuses(): UseQueryResult<DataOf<typeof listBonuses>> {
  const { uid } = useUser()
  return useQuery({ ...bonusesQuery, enabled: uid > 0 })
}
