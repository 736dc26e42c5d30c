import { listBonuses } from '#contract/bonuses.ts'
import { apiQuery } from './api-query.ts'

/** What the player's next deposit is offered, and every bonus with its progress. */
export const bonusesQuery = apiQuery(listBonuses, { persist: 'account', staleTime: 15_000 })
