import { getSecurity, getUnclaimed, listLogins, listSessions } from '#contract/account.ts'
import { apiQuery, JUST_ASKED_MS } from '#queries/api-query.ts'

/** Password, second step, passkeys and linked wallets. */
export const securityQuery = apiQuery(getSecurity, { persist: 'account', staleTime: JUST_ASKED_MS })
/** Never shown from storage: an outdated list could hide an intruder. */
export const sessionsQuery = apiQuery(listSessions, { staleTime: 0 })
/** Recent log-in attempts. */
export const loginsQuery = apiQuery(listLogins, { staleTime: 0 })
export const unclaimedQuery = apiQuery(getUnclaimed, { staleTime: 0 })
