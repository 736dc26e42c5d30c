import { getPlayNow, listBigWins } from '#contract/public-play.ts'
import { apiQuery, JUST_ASKED_MS } from '#queries/api-query.ts'

export const playNowQuery = apiQuery(getPlayNow, { staleTime: JUST_ASKED_MS })
export const bigWinsQuery = apiQuery(listBigWins, { staleTime: 30_000 })
