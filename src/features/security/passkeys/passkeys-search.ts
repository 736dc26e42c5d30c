import * as v from 'valibot'

export const PasskeysSearchSchema = v.object({
  /** Id of the passkey whose removal is asked about. */
  remove: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,1024}$/))), undefined)),
})
