import * as v from 'valibot'

const TabSchema = v.picklist(['offers', 'referral'])
export type PromotionTab = v.InferOutput<typeof TabSchema>

/** Default: offers. */
export const PromotionSearchSchema = v.object({
  tab: v.optional(v.fallback(v.optional(TabSchema), undefined)),
})
