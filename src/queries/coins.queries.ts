import { listCoins } from '#contract/coins.ts'
import { apiQuery } from './api-query.ts'

/** Supported coins in display order. */
export const coinsQuery = apiQuery(listCoins, { persist: 'public' })
