import { listRounds } from '#contract/play.ts'
import { apiQuery, JUST_ASKED_MS } from './api-query.ts'

/** Rounds of a logged-in player that wait to be finished. */
export const roundsQuery = apiQuery(listRounds, { staleTime: JUST_ASKED_MS })
