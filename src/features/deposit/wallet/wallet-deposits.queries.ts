import { queryOptions } from '@tanstack/react-query'
import { listWalletAssets, listWalletDeposits } from '#contract/wallet-deposits.ts'
import { apiQuery } from '#queries/api-query.ts'
import { readFee, type FeeAsked } from './read-fee.ts'

export const walletAssetsQuery = apiQuery(listWalletAssets, { persist: 'public', staleTime: 5 * 60_000 })

/** The player's newest deposits that were sent from a wallet. */
export const walletDepositsQuery = apiQuery(listWalletDeposits, { staleTime: 2_000 })

/** What the network asks for a transfer, as the chain says now. */
export const transferFeeQuery = (asked: FeeAsked) =>
  queryOptions({
    queryKey: ['transfer-fee', asked],
    queryFn: ({ signal }) => readFee(asked, signal),
    staleTime: 15_000,
    retry: 1,
  })
