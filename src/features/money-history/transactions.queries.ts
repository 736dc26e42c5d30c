import { keepPreviousData } from '@tanstack/react-query'
import { listTransactions, type TransactionGroup } from '#contract/transactions.ts'
import { apiCursor } from '#queries/api-pages.ts'

export interface MoneyFilter {
  readonly group?: TransactionGroup | undefined
  readonly coin?: string | undefined
}

/** The filter as parameters of the API. */
export const askedFor = ({ group, coin }: MoneyFilter) => ({
  ...(group !== undefined && { group }),
  ...(coin !== undefined && { coin }),
})

export const transactionsQuery = (filter: MoneyFilter) => ({
  ...apiCursor(listTransactions, {
    query: askedFor(filter),
    next: ({ next }) => next,
    persist: 'account',
  }),
  placeholderData: keepPreviousData,
})
