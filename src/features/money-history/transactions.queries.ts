import { keepPreviousData } from '@tanstack/react-query'
import { listRecentTransactions, listTransactions, type TransactionGroup } from '#contract/transactions.ts'
import { apiCursor } from '#queries/api-pages.ts'

export interface MoneyFilter {
  readonly group?: TransactionGroup | undefined
  readonly coin?: string | undefined
}

/** What the server is asked for by a filter. */
export const askedFor = ({ group, coin }: MoneyFilter) => ({
  ...(group !== undefined && { group }),
  ...(coin !== undefined && { coin }),
})

/** The latest of it, where the days are those of this device. */
export const recentTransactionsQuery = () =>
  apiCursor(listRecentTransactions, {
    query: { clockAhead: String(-new Date().getTimezoneOffset()) },
    next: () => null,
    persist: 'account',
  })

/** The player's money, page by page. */
export const transactionsQuery = (filter: MoneyFilter) => ({
  ...apiCursor(listTransactions, {
    query: askedFor(filter),
    next: ({ next }) => next,
    persist: 'account',
  }),
  placeholderData: keepPreviousData,
})
