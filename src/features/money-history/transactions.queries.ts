import { keepPreviousData } from '@tanstack/react-query'
import { listTransactions, type Transaction, type TransactionGroup } from '#contract/transactions.ts'
import { apiCursor } from '#lib/api-cursor.ts'

export interface MoneyFilter {
  readonly group?: TransactionGroup | undefined
  readonly coin?: string | undefined
}

/** What the server is asked for by a filter. */
export const askedFor = ({ group, coin }: MoneyFilter) => ({
  ...(group !== undefined && { group }),
  ...(coin !== undefined && { coin }),
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

const FOLLOW_EVERY_MS = 3_000

/** How often what is on screen is asked for while something in it is under way; each page is a call of its own. */
export function followEveryMs(
  pages: readonly { readonly transactions: readonly Transaction[] }[] = [],
): number | false {
  const isUnderWay = (line: Transaction) =>
    line.group === 'deposit'
      ? line.status === 'confirming'
      : line.group === 'withdrawal' && line.settledAt === null
  return pages.some(({ transactions }) => transactions.some(isUnderWay))
    ? FOLLOW_EVERY_MS * pages.length
    : false
}
