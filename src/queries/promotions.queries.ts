import { listPromotions } from '#contract/promotions.ts'
import { apiQuery } from './api-query.ts'

/** Promotions valid now or later, in display order. */
export const promotionsQuery = apiQuery(listPromotions, { persist: 'public', staleTime: 5 * 60_000 })
