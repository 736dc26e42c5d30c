import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SearchX, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { connection } from '#api/connection.ts'
import { useStore } from '#lib/use-store.ts'
import { Invitation } from '#session/Invitation.tsx'
import { liveTopics } from '#session/live.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Banner } from '#ui/Banner.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ToolTray } from '#ui/ToolTray.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { LineSheet } from './LineSheet.tsx'
import { MoneyFilters } from './MoneyFilters.tsx'
import { MoneyTools } from './MoneyTools.tsx'
import { TransactionList } from './TransactionList.tsx'
import { awaitedTopics, followEveryMs } from './follow-transactions.ts'
import type { MoneySearch } from './money-search.ts'
import { transactionsQuery } from './transactions.queries.ts'
import { useFollowedTransactions } from './use-followed-transactions.ts'

/** Money in and out, to filter and to take along; its state is the URL. `views` leads to the other history. */
export function MoneyHistory({ search, views }: { search: MoneySearch; views: ReactNode }) {
  const { t } = useLingui()
  const { kind, coin } = search
  const filter = { group: kind, coin }
  const told = useStore(liveTopics)
  const query = useInfiniteQuery({
    ...transactionsQuery(filter),
    refetchInterval: ({ state }) => followEveryMs(state.data?.pages, told),
  })
  useFollowedTransactions(filter, awaitedTopics(query.data?.pages))
  const isOffline = useStore(connection) === 'offline'
  const lines = query.data?.pages.flatMap(({ transactions }) => transactions) ?? []
  const count = [kind, coin].filter((each) => each !== undefined).length
  return (
    <div className="grid grid-cols-1 gap-4">
      {isOffline && query.data ? (
        <Banner inset tone="offline">
          <Trans>You are offline. This was saved on this device.</Trans>
        </Banner>
      ) : null}
      <ToolTray beside={views} filterCount={count}>
        <MoneyFilters search={search} />
        <MoneyTools filter={filter} isEmpty={lines.length === 0 || isOffline} />
      </ToolTray>
      <AnswerGate query={query}>
        {() =>
          lines.length > 0 ? (
            <TransactionList
              lines={lines}
              hasMore={query.hasNextPage}
              isLoading={query.isFetchingNextPage}
              isFailed={query.isFetchNextPageError}
              onMore={() => void query.fetchNextPage()}
            />
          ) : count > 0 ? (
            <EmptyState
              icon={<SearchX aria-hidden size={26} />}
              title={t`Nothing matches these filters`}
              detail={<Trans>Remove a filter to see more.</Trans>}
              action={
                <Link
                  to="/history"
                  search={{ view: 'money' }}
                  replace
                  className={buttonClass({ variant: 'secondary' })}
                >
                  <Trans>Show everything</Trans>
                </Link>
              }
            />
          ) : (
            <EmptyState
              icon={<Wallet aria-hidden size={26} />}
              title={t`No money in or out yet`}
              detail={<Trans>Deposits, withdrawals, bonuses and rewards are listed here.</Trans>}
              action={
                <Invitation>
                  <Link to="/history" search={{ view: 'money', panel: 'deposit' }} className={buttonClass()}>
                    <Trans>Deposit</Trans>
                  </Link>
                </Invitation>
              }
            />
          )
        }
      </AnswerGate>
      <LineSheet lines={lines} open={search.line} />
    </div>
  )
}
