import { listBalances } from '#contract/balances.ts'
import type { Database } from '#server/db/tables.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import { listBalancesOf } from './balances.queries.ts'

export function balanceEndpoints({ db }: { readonly db: Database }): Served[] {
  return [served(listBalances, { handle: (_, { session }) => listBalancesOf(db, session.uid) })]
}
