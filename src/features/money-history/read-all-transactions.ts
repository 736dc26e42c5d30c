import { listTransactions, MAX_TRANSACTIONS_PER_PAGE, type Transaction } from '#contract/transactions.ts'
import { api } from '#session/api.ts'
import { askedFor, type MoneyFilter } from './transactions.queries.ts'

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
