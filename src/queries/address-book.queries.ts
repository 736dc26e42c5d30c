import { getAddressBook } from '#contract/withdrawals.ts'
import { apiQuery } from './api-query.ts'

/** Withdrawal addresses of the player, and the setting that allows only these. */
export const addressBookQuery = apiQuery(getAddressBook, { persist: 'account', staleTime: 0 })
