import { getWithdrawal, getWithdrawalTerms, listWithdrawals } from '#contract/withdrawals.ts'
import { apiQuery } from '#queries/api-query.ts'

export const termsQuery = apiQuery(getWithdrawalTerms, { persist: 'account', staleTime: 0 })
/** The player's newest withdrawals. */
export const withdrawalsQuery = apiQuery(listWithdrawals, { persist: 'account', staleTime: 0 })
export const withdrawalQuery = (id: string) =>
  apiQuery(getWithdrawal, { params: { id }, persist: 'account', staleTime: 0 })
