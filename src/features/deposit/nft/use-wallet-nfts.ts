import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { NftHoldings } from '#contract/wallet.ts'
import { walletNftsKey } from './nfts.queries.ts'

/**
 * How the questions about a wallet stand on all chains together, and how to ask all of them again. Not
 * `useQueries`: whatever of the library is used anywhere is in everybody's first load.
 */
export function useWalletNfts(address: string) {
  const queryClient = useQueryClient()
  const filter = { queryKey: walletNftsKey(address) }
  const subscribe = useCallback(
    (onChange: () => void) => queryClient.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [queryClient],
  )
  const isFetching = useSyncExternalStore(subscribe, () => queryClient.isFetching(filter) > 0)
  /** Tokens that are shown. */
  const count = useSyncExternalStore(subscribe, () =>
    queryClient
      .getQueriesData<NftHoldings | null>(filter)
      .flatMap(([, data]) => data?.collections ?? [])
      .reduce((sum, { tokens }) => sum + tokens.length, 0),
  )
  return { isFetching, count, refresh: () => void queryClient.refetchQueries(filter) }
}
