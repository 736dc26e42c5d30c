import { getCrashLatency } from '#contract/crash.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { getGamePlay, listLeaders, listRecentBets, listTopWins, type Period } from '#contract/public-play.ts'
import { apiQuery } from '#queries/api-query.ts'

/** The server updates these at this interval. */
const SUMS_KEPT_MS = 30_000

/** Never stale: the stream adds new bets, and a new stream starts with a refetch. */
export const recentBetsQuery = apiQuery(listRecentBets, { staleTime: Infinity })
export type RecentBets = DataOf<typeof listRecentBets>

export const topWinsQuery = (period: Period) =>
  apiQuery(listTopWins, { params: { period }, staleTime: SUMS_KEPT_MS })
export const leadersQuery = (period: Period) =>
  apiQuery(listLeaders, { params: { period }, staleTime: SUMS_KEPT_MS })
export const crashLatencyQuery = apiQuery(getCrashLatency, { staleTime: SUMS_KEPT_MS })
export const gamePlayQuery = (slug: string) =>
  apiQuery(getGamePlay, { params: { slug }, staleTime: SUMS_KEPT_MS })
