import { listSeals } from '#contract/seal.ts'
import { apiQuery } from '#queries/api-query.ts'

/** The newest seals. */
export const sealsQuery = apiQuery(listSeals, { persist: 'public' })
