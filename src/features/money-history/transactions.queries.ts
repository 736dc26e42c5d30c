import { keepPreviousData } from '@tanstack/react-query'
import {
  listTransactions,
  MAX_TRANSACTIONS_PER_PAGE,
  type Transaction,
  type TransactionGroup,
} from '#contract/transactions.ts'
import { apiCursor } from '#lib/api-cursor.ts'
import { api } from '#lib/api.ts'

export interface MoneyFilter {
  readonly group?: TransactionGroup | undefined
  readonly coin?: string | undefined
}

const askedFor = ({ group, coin }: MoneyFilter) => ({
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

/** Every line of a filter, however many pages that takes. */
export async function readAllTransactions(filter: MoneyFilter): Promise<Transaction[]> {
  const all: Transaction[] = []
  const limit = String(MAX_TRANSACTIONS_PER_PAGE)
  let after: string | null = null
  do {
    const query = { ...askedFor(filter), limit, ...(after !== null && { after }) }
    const page: { transactions: Transaction[]; next: string | null } = await api.call(listTransactions, {
      query,
    })
    all.push(...page.transactions)
    after = page.next
  } while (after !== null)
  return all
}
