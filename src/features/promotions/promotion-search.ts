import * as v from 'valibot'

/** Tab of the promotions page; offers when absent. */
export const PromotionSearchSchema = v.object({
  tab: v.optional(v.fallback(v.optional(v.picklist(['offers', 'referral'])), undefined)),
})
