import { listBalances } from '#contract/balances.ts'
import { apiQuery } from './api-query.ts'

/** What the player has of each coin. Other devices and the chains move it too, so it is soon asked for anew. */
export const balancesQuery = apiQuery(listBalances, { persist: 'account', staleTime: 5_000 })
