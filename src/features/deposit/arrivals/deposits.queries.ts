import { listDeposits } from '#contract/deposits.ts'
import { apiQuery } from '#queries/api-query.ts'

/** The player's newest deposits. */
export const depositsQuery = apiQuery(listDeposits, { persist: 'account', staleTime: 15_000 })
