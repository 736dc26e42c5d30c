import { listBetLimits } from '#contract/play.ts'
import { apiQuery } from './api-query.ts'

/** Smallest and largest stake of each coin; they follow its price. */
export const betLimitsQuery = apiQuery(listBetLimits, { persist: 'public' })
