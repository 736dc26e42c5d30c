import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Deposit } from '#contract/deposits.ts'
import type { Transaction } from '#contract/transactions.ts'
import type { Withdrawal } from '#contract/withdrawals.ts'
import { followLive } from '#session/live.ts'
import type { MoneyTopic } from './follow-transactions.ts'
import { transactionsQuery, type MoneyFilter } from './transactions.queries.ts'

/** A list newer than this is not refetched when the stream begins: the stream delivers later changes. */
const JUST_ASKED_MS = 2_000

/** Refetches the lines when the server reports a change of one of these topics. */
export function useFollowedTransactions(
  { group, coin }: MoneyFilter,
  awaited: ReadonlySet<MoneyTopic>,
): void {
  const queryClient = useQueryClient()
  const awaitsDeposits = awaited.has('deposits')
  const awaitsWithdrawals = awaited.has('withdrawals')
  useEffect(
    () => (awaitsDeposits ? follow(queryClient, 'deposits', { group, coin }) : undefined),
    [queryClient, awaitsDeposits, group, coin],
  )
  useEffect(
    () => (awaitsWithdrawals ? follow(queryClient, 'withdrawals', { group, coin }) : undefined),
    [queryClient, awaitsWithdrawals, group, coin],
  )
}

function follow(queryClient: QueryClient, topic: MoneyTopic, filter: MoneyFilter): () => void {
  const query = transactionsQuery(filter)
  const { queryKey } = query
  /** By line id. An item that is on none of the pages is reported repeatedly, but refetched once. */
  const told = new Map<string, string>()
  const isNews = (item: Deposit | Withdrawal): boolean => {
    const id = `${topic === 'deposits' ? 'deposit' : 'withdrawal'}-${item.id}`
    const stage = stageOf(item)
    if (told.get(id) === stage) return false
    told.set(id, stage)
    const pages = queryClient.getQueryData(queryKey)?.pages ?? []
    const line = pages.flatMap(({ transactions }) => transactions).find((each) => each.id === id)
    return line === undefined || stageOf(line) !== stage
  }
  return followLive({
    topic,
    ask: () => queryClient.fetchInfiniteQuery({ ...query, staleTime: JUST_ASKED_MS }),
    onNews(items: readonly (Deposit | Withdrawal)[]) {
      // `filter` and not `some`, because `isNews` must record every item.
      if (items.filter(isNews).length > 0) void queryClient.invalidateQueries({ queryKey })
    },
    onEnd: () => undefined,
  })
}

/** The part of an item that a line shows; without confirmations. */
const stageOf = (item: Deposit | Withdrawal | Transaction): string =>
  'status' in item ? `${item.status} ${item.txId}` : ''
