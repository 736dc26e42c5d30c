import { listBalances } from '#contract/balances.ts'
import { apiQuery } from './api-query.ts'

/** What the player has of each coin. Other devices and the chains move it too, and the server tells (`follow-balances.ts`). */
export const balancesQuery = apiQuery(listBalances, { persist: 'account' })
