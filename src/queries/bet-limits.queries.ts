import { listBetLimits } from '#contract/play.ts'
import { apiQuery } from './api-query.ts'

/** Smallest and largest stake by coin; they follow the coin's price. */
export const betLimitsQuery = apiQuery(listBetLimits, { persist: 'public' })
