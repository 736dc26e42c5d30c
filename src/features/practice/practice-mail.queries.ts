import { listPracticeMail } from '#contract/practice.ts'
import { apiQuery } from '#queries/api-query.ts'

/** What this browser may read of the mail that is sent nowhere. */
export const practiceMailQuery = apiQuery(listPracticeMail, { staleTime: 0 })
