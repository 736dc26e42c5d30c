import * as v from 'valibot'

/** Only paths of this site: a link from another site must not lead elsewhere, or log the player out. */
const INTERNAL_PATH = /^\/(?![/\\]|logout\b)[^\\\s\p{Cc}]{0,500}$/u

/** `from`: the page to return to after the log-in. Anything but a page of this app is ignored. */
export const AccoutSearchSchema = v.object({
  from: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.regex(INTERNAL_PATH))), undefined)),
})

/** `ref`: referral code of a link; the form checks it. */
export const RegisterSearchSchema = v.object({
  ref: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\w{1,16}$/))), undefined)),
})
