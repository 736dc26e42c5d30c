import { queryOptions } from '@tanstack/react-query'
import { API_QUERY_KEY } from '#api/api-client.ts'
import { getWalletNfts } from '#contract/wallet.ts'
import { PERSIST_MAX_AGE_MS } from '#queries/api-query.ts'
import { api } from '#session/api.ts'

/** Key prefix of all queries about one wallet. */
export const walletNftsKey = (address: string) => [API_QUERY_KEY, getWalletNfts.path, { address }] as const

/**
 * A wallet's NFTs on one chain; null if the server does not read that chain. Stored for the player's account, and never
 * shown for another wallet.
 */
export const walletNftsQuery = (address: string, chainId: number) =>
  queryOptions({
    queryKey: [API_QUERY_KEY, getWalletNfts.path, { address, chainId }],
    queryFn: ({ signal }) =>
      api.call(getWalletNfts, { signal, params: { address }, query: { chainId: String(chainId) } }),
    staleTime: 30_000,
    // More retries would delay the error message.
    retry: 1,
    gcTime: PERSIST_MAX_AGE_MS,
    meta: { persist: 'account' },
  })
