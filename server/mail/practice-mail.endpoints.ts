import { listPracticeMail as listPracticeMailEndpoint } from '#contract/practice.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import { listPracticeMail } from './practice-mail.ts'

export function practiceMailEndpoints(services: AccountServices): Served[] {
  return [
    served(listPracticeMailEndpoint, {
      handle: async (_, { practiceBrowser }) =>
        practiceBrowser === undefined ? [] : listPracticeMail(services, practiceBrowser),
    }),
  ]
}
