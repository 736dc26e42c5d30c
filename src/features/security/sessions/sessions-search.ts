import * as v from 'valibot'

/** The question that lies over the list; none when absent. */
export const SessionsSearchSchema = v.object({
  confirm: v.optional(v.fallback(v.optional(v.picklist(['all'])), undefined)),
})
