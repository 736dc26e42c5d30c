import { listCoins } from '#contract/coins.ts'
import { apiQuery } from '#lib/api-query.ts'

/** Supported coins in display order. */
export const coinsQuery = apiQuery(listCoins, { persist: 'public' })
