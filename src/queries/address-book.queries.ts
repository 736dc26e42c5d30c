import { getAddressBook } from '#contract/withdrawals.ts'
import { apiQuery } from './api-query.ts'

/** The player's addresses for withdrawals, and whether only they are allowed. */
export const addressBookQuery = apiQuery(getAddressBook, { persist: 'account', staleTime: 0 })
