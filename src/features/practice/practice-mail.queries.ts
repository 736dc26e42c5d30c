import { listPracticeMail } from '#contract/practice.ts'
import { apiQuery } from '#queries/api-query.ts'

/** Mails to this browser's player that the server did not send. */
export const practiceMailQuery = apiQuery(listPracticeMail, { staleTime: 0 })
