import * as v from 'valibot'

/** The current step; only the state if absent. */
export const TwoStepSearchSchema = v.object({
  step: v.optional(v.fallback(v.optional(v.picklist(['set-up', 'off', 'renew'])), undefined)),
})
