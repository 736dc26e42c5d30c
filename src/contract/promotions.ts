import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { FreeRoundsTermsSchema } from './free-rounds-terms.ts'
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

/** Free rounds that each player gets once. */
export const FreeRoundsOfferSchema = v.object({
  ...FreeRoundsTermsSchema.entries,
  /** Players who get them, at most. */
  most: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000_000)),
})
export type FreeRoundsOffer = v.InferOutput<typeof FreeRoundsOfferSchema>

/**
 * A computer decides each rule, and nobody else: once for each player, within the dates, while places are left,
 * with the deposit of the offer's number, if bonuses were not declined, and never during a break.
 */
export const RULE_TESTS = ['once', 'dates', 'places', 'deposit', 'accepted', 'break'] as const
export type RuleTest = (typeof RULE_TESTS)[number]

export const PromotionRuleSchema = v.object({
  /** Unique within the promotion. */
  id: SlugSchema,
  /** Null for a rule that explains, for example with an example. */
  test: v.nullable(v.picklist(RULE_TESTS)),
  text: LocalizedSchema,
})
export type PromotionRule = v.InferOutput<typeof PromotionRuleSchema>

export const PromotionSchema = v.object({
  slug: SlugSchema,
  kind: v.picklist(['deposit', 'free-rounds', 'rakeback', 'referral', 'fairness']),
  title: LocalizedSchema,
  summary: LocalizedSchema,
  terms: v.array(PromotionRuleSchema),
  startsAt: MomentSchema,
  /** End of the validity; null for no end. */
  endsAt: v.nullable(MomentSchema),
  offer: v.nullable(DepositOfferSchema),
  free: v.nullable(FreeRoundsOfferSchema),
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
