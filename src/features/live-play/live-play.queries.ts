import { getCrashLatency } from '#contract/crash.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { getGamePlay, listLeaders, listRecentBets, listTopWins, type Period } from '#contract/public-play.ts'
import { apiQuery } from '#queries/api-query.ts'

/** The server makes these anew so often. */
const SUMS_KEPT_MS = 30_000

/** What the stream adds to; it is asked for when the stream begins. */
export const recentBetsQuery = apiQuery(listRecentBets, { staleTime: Infinity })
export type RecentBets = DataOf<typeof listRecentBets>

export const topWinsQuery = (period: Period) =>
  apiQuery(listTopWins, { params: { period }, staleTime: SUMS_KEPT_MS })
export const leadersQuery = (period: Period) =>
  apiQuery(listLeaders, { params: { period }, staleTime: SUMS_KEPT_MS })
export const crashLatencyQuery = apiQuery(getCrashLatency, { staleTime: SUMS_KEPT_MS })
export const gamePlayQuery = (slug: string) =>
  apiQuery(getGamePlay, { params: { slug }, staleTime: SUMS_KEPT_MS })
