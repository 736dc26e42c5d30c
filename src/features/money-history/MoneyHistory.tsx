import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { SearchX, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { connection } from '#api/connection.ts'
import { type Transaction, TRANSACTION_GROUPS, type TransactionGroup } from '#contract/transactions.ts'
import { useStore } from '#lib/use-store.ts'
import { coinsQuery } from '#queries/coins.queries.ts'
import { Invitation } from '#session/Invitation.tsx'
import { liveTopics } from '#session/live.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Banner } from '#ui/Banner.tsx'
import { chipClass } from '#ui/chip-class.ts'
import { ChoiceRow } from '#ui/ChoiceRow.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { historyClass } from '#ui/history-class.ts'
import { PagedList, type PagedListProps } from '#ui/PagedList.tsx'
import { ToolTray } from '#ui/ToolTray.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { LineSheet } from './LineSheet.tsx'
import { MoneyTools } from './MoneyTools.tsx'
import { awaitedTopics, followEveryMs } from './follow-transactions.ts'
import type { MoneySearch } from './money-search.ts'
import { TransactionRow } from './TransactionRow.tsx'
import { transactionsQuery } from './transactions.queries.ts'
import { useFollowedTransactions } from './use-followed-transactions.ts'

interface MoneyHistoryProps {
  /** The filter, from the URL. */
  search: MoneySearch
  heading: ReactNode
  /** Links to the other history. */
  views: ReactNode
}

export function MoneyHistory({ search, heading, views }: MoneyHistoryProps) {
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
    <div className={historyClass.page}>
      <div className={historyClass.tools}>
        {heading}
        {isOffline && query.data ? (
          <Banner inset tone="offline">
            <Trans>You are offline. This was saved on this device.</Trans>
          </Banner>
        ) : null}
        <ToolTray beside={views} filterCount={count}>
          <MoneyFilters search={search} />
          <MoneyTools filter={filter} isEmpty={lines.length === 0 || isOffline} />
        </ToolTray>
      </div>
      <AnswerGate query={query}>
        {() =>
          lines.length > 0 ? (
            <TransactionList lines={lines} pages={query} />
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

function MoneyFilters({ search }: { search: MoneySearch }) {
  const { t } = useLingui()
  const { data: coins = [] } = useQuery(coinsQuery)
  const names: Record<TransactionGroup, string> = {
    deposit: t`Deposits`,
    withdrawal: t`Withdrawals`,
    bonus: t`Bonuses`,
    reward: t`Rewards`,
  }
  const chip = (chosen: Pick<MoneySearch, 'kind' | 'coin'>, isSelected: boolean) => ({
    to: '/history' as const,
    search: { view: 'money' as const, kind: search.kind, coin: search.coin, ...chosen },
    replace: true,
    resetScroll: false,
    className: chipClass(isSelected),
    activeOptions: { exact: true, includeSearch: true },
    'aria-current': isSelected ? ('true' as const) : undefined,
  })
  return (
    <div className="grid grid-cols-1 gap-2.5 -mx-4">
      <ChoiceRow label={t`Kinds`}>
        <Link {...chip({ kind: undefined }, search.kind === undefined)}>
          <Trans>Everything</Trans>
        </Link>
        {TRANSACTION_GROUPS.map((kind) => (
          <Link key={kind} {...chip({ kind }, search.kind === kind)}>
            {names[kind]}
          </Link>
        ))}
      </ChoiceRow>
      <ChoiceRow label={t`Coins`}>
        <Link {...chip({ coin: undefined }, search.coin === undefined)}>
          <Trans>All coins</Trans>
        </Link>
        {coins.map(({ id, symbol, network }) => (
          <Link key={id} {...chip({ coin: id }, search.coin === id)}>
            {`${symbol} · ${network}`}
          </Link>
        ))}
      </ChoiceRow>
    </div>
  )
}

interface TransactionListProps {
  /** Newest first. */
  lines: readonly Transaction[]
  pages: PagedListProps['pages']
}

function TransactionList({ lines, pages }: TransactionListProps) {
  const navigate = useNavigate({ from: '/history' })
  const open = (line: string) =>
    void navigate({
      to: '/history',
      search: (old) => ({ ...old, line }),
      state: (old) => ({ ...old, openedPanel: true }),
      resetScroll: false,
    })
  return (
    <PagedList pages={pages} end={<Trans>This is everything.</Trans>}>
      <ul className="grid grid-cols-1 -mx-3">
        {lines.map((line) => (
          <li key={line.id}>
            <TransactionRow line={line} onOpen={open} />
          </li>
        ))}
      </ul>
    </PagedList>
  )
}
