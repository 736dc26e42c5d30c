import { listDeposits } from '#contract/deposits.ts'
import { apiQuery } from '#queries/api-query.ts'

/** The newest deposits of the player. */
export const depositsQuery = apiQuery(listDeposits, { persist: 'account', staleTime: 15_000 })
