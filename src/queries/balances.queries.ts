import { useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query'
import { type Balance, listBalances } from '#contract/balances.ts'
import { createStore } from '#lib/store.ts'
import { useStore } from '#lib/use-store.ts'
import { useUser } from '#session/use-user.ts'
import { apiQuery } from './api-query.ts'

/** Other devices and deposits change balances too: the server pushes those changes (`follow-balances.ts`). */
export const balancesQuery = apiQuery(listBalances, { persist: 'account' })

const heldBalances = createStore<Balance[] | undefined>(undefined)

/** Balances are shown as they are now: they must not tell a result that is still on its way. @returns ends that */
export function holdShownBalances(queryClient: QueryClient): () => void {
  heldBalances.set(queryClient.getQueryData(balancesQuery.queryKey))
  return () => heldBalances.set(undefined)
}

/** Undefined data, and no request, while nobody is logged in. */
export function useBalances(): UseQueryResult<Balance[]> {
  const { uid } = useUser()
  const held = useStore(heldBalances)
  const query = useQuery({ ...balancesQuery, enabled: uid > 0 })
  return held && query.isSuccess ? { ...query, data: held } : query
}
