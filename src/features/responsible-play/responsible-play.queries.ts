import { getResponsiblePlay } from '#contract/responsible-play.ts'
import { apiQuery, JUST_ASKED_MS } from '#queries/api-query.ts'

/**
 * Limits, reminder and break. Stored, so that a break also works offline, but always refetched, because the stored
 * answer may be from before the last change.
 */
export const responsiblePlayQuery = apiQuery(getResponsiblePlay, {
  persist: 'account',
  staleTime: JUST_ASKED_MS,
})
