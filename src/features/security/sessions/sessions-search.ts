import * as v from 'valibot'

/** The question that is open over the list. */
export const SessionsSearchSchema = v.object({
  confirm: v.optional(v.fallback(v.optional(v.picklist(['all'])), undefined)),
})
