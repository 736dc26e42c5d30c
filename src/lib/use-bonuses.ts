import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { listBonuses } from '#contract/bonuses.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { bonusesQuery } from './bonuses.queries.ts'
import { useAccountStatus } from './use-account-status.ts'

/** The player's bonuses; nothing is asked, and nothing known, while nobody is logged in. */
export function useBonuses(): UseQueryResult<DataOf<typeof listBonuses>> {
  const isSignedIn = useAccountStatus() === 'signed-in'
  const query = useQuery({ ...bonusesQuery, enabled: isSignedIn })
  return isSignedIn ? query : ({ ...query, data: undefined } as typeof query)
}
