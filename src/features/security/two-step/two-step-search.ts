import * as v from 'valibot'

/** What is being done on the page; the state alone when absent. */
export const TwoStepSearchSchema = v.object({
  step: v.optional(v.fallback(v.optional(v.picklist(['set-up', 'off', 'renew'])), undefined)),
})
