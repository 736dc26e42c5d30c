import { queryOptions } from '@tanstack/react-query'
import { listWalletAssets, listWalletDeposits } from '#contract/wallet-deposits.ts'
import { apiQuery } from '#queries/api-query.ts'
import { readCosts, type CostsAsked } from './read-costs.ts'

export const walletAssetsQuery = apiQuery(listWalletAssets, { persist: 'public', staleTime: 5 * 60_000 })

/** The player's newest deposits that were sent from a wallet. */
export const walletDepositsQuery = apiQuery(listWalletDeposits, { staleTime: 2_000 })

/** What the wallet holds and what the network asks for a transfer, as the chain says now. */
export const transferCostsQuery = (asked: CostsAsked) =>
  queryOptions({
    queryKey: ['transfer-costs', asked],
    queryFn: ({ signal }) => readCosts(asked, signal),
    staleTime: 15_000,
    retry: 1,
  })
