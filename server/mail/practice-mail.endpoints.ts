import { listPracticeMail as listPracticeMailEndpoint } from '#contract/practice.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import { listPracticeMail } from './practice-mail.ts'

/** Mail that a server of practice money shows in the app instead of sending it. */
export function practiceMailEndpoints(services: AccountServices): Served[] {
  return [
    served(listPracticeMailEndpoint, {
      handle: async (_, { practiceBrowser }) =>
        practiceBrowser === undefined ? [] : listPracticeMail(services, practiceBrowser),
    }),
  ]
}
