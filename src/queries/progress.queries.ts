import { getProgress } from '#contract/progress.ts'
import { apiQuery } from './api-query.ts'

/** What the player has wagered. Every bet with a balance moves it. */
export const progressQuery = apiQuery(getProgress, { persist: 'account', staleTime: 5_000 })
