import { listTransactions } from '#contract/transactions.ts'
import { readsOf } from '#server/db/open-reads.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import { readTransactions } from './transactions.queries.ts'

export function transactionEndpoints({ db, reads = readsOf(db) }: AccountServices): Served[] {
  return [
    served(listTransactions, {
      handle: ({ query }, { session }) => readTransactions(reads.forCalls(), session.uid, query),
    }),
  ]
}
