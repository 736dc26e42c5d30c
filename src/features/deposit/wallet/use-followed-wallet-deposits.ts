import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Deposit } from '#contract/deposits.ts'
import type { WalletDeposit } from '#contract/wallet-deposits.ts'
import { useStore } from '#lib/use-store.ts'
import { followLive, liveTopics } from '#session/live.ts'
import { walletDepositsQuery } from './wallet-deposits.queries.ts'

/** How often what is under way is asked for while the server does not tell of it. */
const ASK_EVERY_MS = 2_000
/**
 * How often a payment that is in no block yet is asked for. Only deposits have events: that a transaction has failed,
 * was replaced or is not known any more, the server tells nobody.
 */
const ASK_UNSEEN_EVERY_MS = 10_000

/** Shows what the server tells of the player's deposits from wallets, while their list is open. */
export function useFollowedWalletDeposits(isOpen: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isOpen) return
    return followLive({
      topic: 'deposits',
      ask: () => queryClient.fetchQuery(walletDepositsQuery),
      onNews: (changed) => show(queryClient, changed),
      onEnd: () => undefined,
    })
  }, [isOpen, queryClient])
}

function show(queryClient: QueryClient, changed: readonly Deposit[]): void {
  const { queryKey } = walletDepositsQuery
  const known = queryClient.getQueryData(queryKey) ?? []
  const isKnown = ({ id }: Deposit) => known.some(({ deposit }) => deposit?.id === id)
  // An answer on its way may be older than the news.
  const isAsked = queryClient.isFetching({ queryKey }) > 0
  if (changed.some(isKnown)) {
    queryClient.setQueryData(queryKey, (list) =>
      list?.map((each) => ({
        ...each,
        deposit: changed.find(({ id }) => id === each.deposit?.id) ?? each.deposit,
      })),
    )
  }
  // A payment may have come into a block.
  if (isAsked || (known.some(isUnseen) && !changed.every(isKnown))) {
    void queryClient.invalidateQueries({ queryKey })
  }
}

/** For `refetchInterval` of the list. */
export function useAskEveryMs(): (list: readonly WalletDeposit[] | undefined) => number | false {
  const isTold = useStore(liveTopics).has('deposits')
  return (list = []) => {
    if (!isTold) return list.some(isUnderWay) ? ASK_EVERY_MS : false
    return list.some(isUnseen) ? ASK_UNSEEN_EVERY_MS : false
  }
}

/** Sent, perhaps, and in no block. */
const isUnseen = ({ status, deposit }: WalletDeposit) =>
  deposit === null && ['sent', 'seen', 'unanswered'].includes(status)

const isUnderWay = (each: WalletDeposit) => isUnseen(each) || each.deposit?.status === 'confirming'
