import { useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query'
import { listFreeRounds, type FreeRounds } from '#contract/free-rounds.ts'
import { useUser } from '#session/use-user.ts'
import { apiQuery } from './api-query.ts'

const freeRoundsQuery = apiQuery(listFreeRounds, { persist: 'account', staleTime: 5_000 })

/** Undefined data, and no request, while nobody is logged in. */
export function useFreeRounds(): UseQueryResult<FreeRounds[]> {
  const { uid } = useUser()
  return useQuery({ ...freeRoundsQuery, enabled: uid > 0 })
}

/** One of them was played: until the server is asked again. */
export function countFreeRound(queryClient: QueryClient, id: string): void {
  queryClient.setQueryData(freeRoundsQuery.queryKey, (known) =>
    known?.map((each) => (each.id === id ? { ...each, played: each.played + 1 } : each)),
  )
}
