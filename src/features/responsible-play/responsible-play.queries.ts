import { getResponsiblePlay } from '#contract/responsible-play.ts'
import { apiQuery, JUST_ASKED_MS } from '#queries/api-query.ts'

/**
 * Limits, reminder and break; kept, so that a break is felt offline too. Always asked for anew: what was
 * stored may be from before the last change.
 */
export const responsiblePlayQuery = apiQuery(getResponsiblePlay, {
  persist: 'account',
  staleTime: JUST_ASKED_MS,
})
