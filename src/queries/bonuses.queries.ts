import { listBonuses } from '#contract/bonuses.ts'
import { apiQuery } from './api-query.ts'

/** What the player's next deposit is offered, and every bonus with its progress. Other devices change it, too. */
export const bonusesQuery = apiQuery(listBonuses, { persist: 'account', staleTime: 5_000 })
