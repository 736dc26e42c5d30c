import * as v from 'valibot'

/** An address below this origin: what another site puts into a link must not lead away from here, or out. */
const INTERNAL_PATH = /^\/(?![/\\]|logout\b)[^\\\s\p{Cc}]{0,500}$/u

/** `from`: the page that asked to log in, to go back to. Anything but a page of this app counts as none. */
export const AccoutSearchSchema = v.object({
  from: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.regex(INTERNAL_PATH))), undefined)),
})

/** `ref`: the referral code of a link; whether it is one, the form says. */
export const RegisterSearchSchema = v.object({
  ref: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\w{1,16}$/))), undefined)),
})
