import * as v from 'valibot'
import { ReferralCodeSchema } from '#contract/account-fields.ts'
import { InternalPathSchema } from './internal-path.ts'

/** `from`: the page that asked to log in, to go back to. Anything but a page of this app counts as none. */
export const AccoutSearchSchema = v.object({
  from: v.optional(v.fallback(v.optional(InternalPathSchema), undefined)),
})

/** `ref`: the referral code of a link. */
export const RegisterSearchSchema = v.object({
  ref: v.optional(v.fallback(v.optional(ReferralCodeSchema), undefined)),
})
