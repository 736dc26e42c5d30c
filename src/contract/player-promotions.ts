import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { SlugSchema } from './games.ts'
import { PromotionSchema } from './promotions.ts'

// Apart from the promotions of everybody, which are in the first load.

export const PROMOTION_STATES = [
  'open',
  /** A bonus that is being released, or free rounds that are left. */
  'in-progress',
  'taken',
  'ended',
  /** `because` says which rule is not met. */
  'not-for-you',
] as const

/** How long an ended promotion is listed for those who took it. */
export const ENDED_SHOWN_DAYS = 30

export const listPlayerPromotions = endpoint({
  method: 'GET',
  path: '/user/promotions',
  tag: 'promotions',
  access: 'player',
  summary: 'List present and future promotions, and those ended lately, with how each stands for the player',
  data: v.array(
    v.object({
      ...PromotionSchema.entries,
      state: v.picklist(PROMOTION_STATES),
      /** Id of the rule that is not met. */
      because: v.nullable(SlugSchema),
    }),
  ),
  errors: [],
})
export type PlayerPromotion = v.InferOutput<(typeof listPlayerPromotions)['data']>[number]
