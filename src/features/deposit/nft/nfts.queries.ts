import { queryOptions } from '@tanstack/react-query'
import { API_QUERY_KEY } from '#api/query-key.ts'
import { getWalletNfts } from '#contract/wallet.ts'
import { PERSIST_MAX_AGE_MS } from '#queries/api-query.ts'
import { api } from '#session/api.ts'

/** What all questions about one wallet have in common. */
export const walletNftsKey = (address: string) => [API_QUERY_KEY, getWalletNfts.path, { address }] as const

/**
 * What a wallet holds of NFTs on one chain; null where the server does not read it. Kept on the device for the
 * player's own account, and never shown for another wallet.
 */
export const walletNftsQuery = (address: string, chainId: number) =>
  queryOptions({
    queryKey: [API_QUERY_KEY, getWalletNfts.path, { address, chainId }],
    queryFn: ({ signal }) =>
      api.call(getWalletNfts, { signal, params: { address }, query: { chainId: String(chainId) } }),
    staleTime: 30_000,
    // A chain that is asked for again and again by itself keeps the player waiting for what went wrong.
    retry: 1,
    gcTime: PERSIST_MAX_AGE_MS,
    meta: { persist: 'account' },
  })
