import * as v from 'valibot'
import { endpoint, type Endpoint } from './endpoint.ts'
import { MomentSchema } from './values.ts'

export const PRACTICE_MAILS = 20

export const PracticeMailSchema = v.object({
  id: v.string(),
  /** The server's name of the mail, such as `reset-code`. */
  kind: v.string(),
  to: v.string(),
  subject: v.string(),
  /** Paragraphs separated by an empty line. */
  text: v.string(),
  /** Six digits; null for a mail without a code. */
  code: v.nullable(v.string()),
  sentAt: MomentSchema,
})
export type PracticeMail = v.InferOutput<typeof PracticeMailSchema>

export const listPracticeMail = endpoint({
  method: 'GET',
  path: '/practice/mail',
  tag: 'practice',
  access: 'public',
  isPersonal: true,
  summary: 'List the newest mails for this browser, which a practice server shows instead of sending',
  data: v.array(PracticeMailSchema),
  errors: [],
})

/** Live mode does not have these endpoints. */
export const PRACTICE_API: readonly Endpoint[] = [listPracticeMail]
