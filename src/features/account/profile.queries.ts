import { getProfile } from '#contract/account.ts'
import { apiQuery } from '#lib/api-query.ts'

/** Everything the player has told about himself. */
export const profileQuery = apiQuery(getProfile, { persist: 'account', staleTime: 0 })
