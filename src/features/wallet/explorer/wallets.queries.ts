import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { API_QUERY_KEY } from '#api/api-client.ts'
import {
  getWalletProfile,
  listWallets,
  RECOMMENDED_WALLETS,
  WALLETS_PER_PAGE,
  type WalletPage,
} from '#contract/wallet.ts'
import { apiPages } from '#queries/api-pages.ts'
import { PERSIST_MAX_AGE_MS } from '#queries/api-query.ts'
import { api } from '#session/api.ts'

const HOUR = 60 * 60_000

/** `mobile`: wallets with an app that a link opens. `desktop`: wallets that scan a code or can be installed. */
export type WalletList = 'mobile' | 'desktop'

/** The operator's selection; without one, the first wallets of the list. */
export const recommendedWalletsQuery = (list: WalletList) =>
  queryOptions<WalletPage>({
    queryKey: [API_QUERY_KEY, listWallets.path, { list, recommended: '1' }],
    queryFn: async ({ signal }) => {
      const entries = String(RECOMMENDED_WALLETS)
      const chosen = await api.call(listWallets, { signal, query: { list, recommended: '1', entries } })
      if (chosen.listings.length > 0) return chosen
      return api.call(listWallets, { signal, query: { list, entries } })
    },
    staleTime: HOUR,
    gcTime: PERSIST_MAX_AGE_MS,
    meta: { persist: 'public' },
  })

/** All wallets, page by page; with `search` those whose name contains it. Searches are not stored on the device. */
export const walletPagesQuery = (list: WalletList, search: string) => ({
  ...apiPages(listWallets, {
    query: { list, ...(search !== '' && { search }) },
    next: ({ page, total }) => (page * WALLETS_PER_PAGE < total ? page + 1 : undefined),
    staleTime: HOUR,
    ...(search === '' && { persist: 'public' as const }),
  }),
  placeholderData: keepPreviousData,
})

const NO_BALANCE_AGAIN_MS = 5_000
const NO_BALANCE_ASKS = 4

/** Not stored on the device: the next player has another wallet. */
export const walletProfileQuery = (address: string, chainId: number) =>
  queryOptions({
    queryKey: [API_QUERY_KEY, getWalletProfile.path, { address, chainId }],
    queryFn: ({ signal }) =>
      api.call(getWalletProfile, { signal, params: { address }, query: { chainId: String(chainId) } }),
    staleTime: 15_000,
    // A slow node may answer next time; a chain without a node never does.
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.balance === null && dataUpdateCount < NO_BALANCE_ASKS && NO_BALANCE_AGAIN_MS,
  })
