import { getPlayNow, listBigWins, listPopularGames } from '#contract/public-play.ts'
import { apiQuery, JUST_ASKED_MS } from '#queries/api-query.ts'

export const playNowQuery = apiQuery(getPlayNow, { staleTime: JUST_ASKED_MS })
/** Bets of the last seven days. */
export const popularGamesQuery = apiQuery(listPopularGames, { staleTime: 60_000 })
export const bigWinsQuery = apiQuery(listBigWins, { staleTime: 30_000 })
