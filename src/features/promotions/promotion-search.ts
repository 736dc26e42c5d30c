import * as v from 'valibot'

const TabSchema = v.picklist(['offers', 'referral'])
export type PromotionTab = v.InferOutput<typeof TabSchema>

/** Tab of the promotions page; offers when absent. */
export const PromotionSearchSchema = v.object({
  tab: v.optional(v.fallback(v.optional(TabSchema), undefined)),
})
