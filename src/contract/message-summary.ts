import * as v from 'valibot'
import { CountSchema, RowIdSchema } from './values.ts'

/** Counts the player's messages. Not in `messages.ts`, because each page with a stream has it. */
export const MessageSummarySchema = v.object({
  unread: CountSchema,
  /** The newest message; null for none. */
  newest: v.nullable(RowIdSchema),
})
export type MessageSummary = v.InferOutput<typeof MessageSummarySchema>
