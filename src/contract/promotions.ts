import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { SlugSchema } from './games.ts'
import { LocalizedSchema } from './localized.ts'
import { DecimalSchema, MomentSchema } from './values.ts'

/** Terms of a deposit bonus as numbers, so that no screen repeats them as text. */
export const DepositOfferSchema = v.object({
  /** 1 for the first deposit, 2 for the second. */
  ordinal: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Bonus in basis points of the deposit: 18000 = 180.00%. */
  bonusBps: v.pipe(v.number(), v.integer(), v.minValue(1)),
  minUsd: DecimalSchema,
  maxUsd: DecimalSchema,
  coin: v.string(),
  /** Released share of each bet's house edge, in basis points: 2000 = 20%. */
  releaseBps: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)),
  /** House edge in basis points that examples assume: the one of most games. */
  edgeBps: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)),
  /** Days until the unreleased rest lapses. */
  releaseDays: v.pipe(v.number(), v.integer(), v.minValue(1)),
})
export type DepositOffer = v.InferOutput<typeof DepositOfferSchema>

export const PromotionSchema = v.object({
  slug: SlugSchema,
  kind: v.picklist(['deposit', 'rakeback', 'referral', 'fairness']),
  title: LocalizedSchema,
  summary: LocalizedSchema,
  terms: v.array(LocalizedSchema),
  startsAt: MomentSchema,
  /** End of the validity; null for no end. */
  endsAt: v.nullable(MomentSchema),
  offer: v.nullable(DepositOfferSchema),
})
export type Promotion = v.InferOutput<typeof PromotionSchema>

export const listPromotions = endpoint({
  method: 'GET',
  path: '/promotions',
  tag: 'promotions',
  access: 'public',
  isOpen: true,
  summary: 'List present and future promotions',
  data: v.array(PromotionSchema),
  errors: [],
})
