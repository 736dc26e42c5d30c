import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { NftHoldings } from '#contract/wallet.ts'
import { walletNftsKey } from './nfts.queries.ts'

/**
 * Combined state of a wallet's queries on all chains, with a function to refetch them. Not `useQueries`, which would be
 * added to everybody's first load.
 */
export function useWalletNfts(address: string) {
  const queryClient = useQueryClient()
  const filter = { queryKey: walletNftsKey(address) }
  const subscribe = useCallback(
    (onChange: () => void) => queryClient.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [queryClient],
  )
  const isFetching = useSyncExternalStore(subscribe, () => queryClient.isFetching(filter) > 0)
  /** Number of shown tokens. */
  const count = useSyncExternalStore(subscribe, () =>
    queryClient
      .getQueriesData<NftHoldings | null>(filter)
      .flatMap(([, data]) => data?.collections ?? [])
      .reduce((sum, { tokens }) => sum + tokens.length, 0),
  )
  return { isFetching, count, refresh: () => void queryClient.refetchQueries(filter) }
}
