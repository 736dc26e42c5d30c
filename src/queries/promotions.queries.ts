import { listPromotions } from '#contract/promotions.ts'
import { apiQuery } from './api-query.ts'

/** Current and future promotions in display order. */
export const promotionsQuery = apiQuery(listPromotions, { persist: 'public', staleTime: 5 * 60_000 })
