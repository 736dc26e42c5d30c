import * as v from 'valibot'

export const PasskeysSearchSchema = v.object({
  /** Id of the passkey to remove after a confirmation. */
  remove: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,1024}$/))), undefined)),
})
