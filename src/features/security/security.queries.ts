import { getSecurity, listLogins, listSessions } from '#contract/account.ts'
import { apiQuery, JUST_ASKED_MS } from '#queries/api-query.ts'

/** The ways into the account. */
export const securityQuery = apiQuery(getSecurity, { persist: 'account', staleTime: JUST_ASKED_MS })
/** Where the account is logged in. Never shown from storage: a stale list would be a false comfort. */
export const sessionsQuery = apiQuery(listSessions, { staleTime: 0 })
/** The last tries to log in. */
export const loginsQuery = apiQuery(listLogins, { staleTime: 0 })
