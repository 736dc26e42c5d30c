import { getProfile } from '#contract/account.ts'
import { apiQuery, JUST_ASKED_MS } from '#queries/api-query.ts'

export const profileQuery = apiQuery(getProfile, { persist: 'account', staleTime: JUST_ASKED_MS })
