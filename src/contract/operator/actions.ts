import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { DecimalSchema, JsonObjectSchema, MomentSchema, RowIdSchema } from '#contract/values.ts'
import { LocalizedSchema } from '#contract/localized.ts'
import { WhySchema } from './values.ts'

/** Actions that `npm run admin` does too, by the same functions. Each needs the permission of its row. */
export const ACTIONS = {
  'promotion add': 'promotions.change',
  'promotion end': 'promotions.change',
  'code create': 'promotions.change',
  'code stop': 'promotions.change',
  'rounds give': 'promotions.change',
  'news send': 'promotions.change',
  'debt settle': 'providers.change',
  'provider on': 'providers.change',
  'provider off': 'providers.change',
} as const
export type ActionName = keyof typeof ACTIONS
const ActionNameSchema = v.picklist(Object.keys(ACTIONS) as ActionName[])

const OutcomeSchema = v.variant('state', [
  v.object({ state: v.literal('done'), rows: v.array(JsonObjectSchema) }),
  /** Above the amount of `operator.fourEyesUsd`: another operator must agree. */
  v.object({ state: v.literal('proposed'), proposal: RowIdSchema }),
])

/** An open proposal that nobody decides about ends by itself. */
export const PROPOSAL_DAYS = 7

export const act = endpoint({
  method: 'POST',
  path: '/operator/actions',
  tag: 'operator',
  access: 'operator',
  may: 'own',
  summary: 'Do what the command line does; what gives much money away becomes a proposal',
  body: v.object({
    action: ActionNameSchema,
    /** As the command's words and options. */
    words: v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(1)),
    options: v.record(v.pipe(v.string(), v.maxLength(20)), v.pipe(v.string(), v.maxLength(20_000))),
    why: WhySchema,
  }),
  data: OutcomeSchema,
  errors: ['forbidden', 'conflict', 'not_found'],
})

/** Words and options of the action, without a gift code. */
export const ShownSchema = v.strictObject({
  words: v.array(v.string()),
  options: v.record(v.string(), v.string()),
  json: v.nullable(JsonObjectSchema),
})
export type Shown = v.InferOutput<typeof ShownSchema>

const ProposalSchema = v.object({
  id: RowIdSchema,
  action: v.string(),
  ...ShownSchema.entries,
  usd: v.nullable(DecimalSchema),
  why: v.string(),
  by: v.string(),
  at: MomentSchema,
  isOwn: v.boolean(),
  state: v.picklist(['open', 'done', 'rejected', 'failed', 'expired']),
  decidedBy: v.nullable(v.string()),
  decidedAt: v.nullable(MomentSchema),
})
export type Proposal = v.InferOutput<typeof ProposalSchema>

export const listProposals = endpoint({
  method: 'GET',
  path: '/operator/proposals',
  tag: 'operator',
  access: 'operator',
  may: 'proposals.read',
  summary: 'List proposals, open ones first; the newest 200',
  data: v.array(ProposalSchema),
  errors: [],
})

export const decideProposal = endpoint({
  method: 'POST',
  path: '/operator/proposals/:id',
  tag: 'operator',
  access: 'operator',
  may: 'proposals.decide',
  summary: 'Agree to a proposal of another operator, or reject it',
  params: v.object({ id: RowIdSchema }),
  body: v.object({ isAgreed: v.boolean(), why: WhySchema }),
  data: v.object({ state: v.picklist(['done', 'rejected', 'failed']), rows: v.array(JsonObjectSchema) }),
  errors: ['not_found', 'conflict', 'forbidden', 'confirmation_needed', 'operator_too_new', 'worth_risen'],
})

const OperatedPromotionSchema = v.object({
  slug: v.string(),
  kind: v.string(),
  title: LocalizedSchema,
  startsAt: MomentSchema,
  endsAt: v.nullable(MomentSchema),
  taken: v.nullable(v.number()),
  costUsd: v.nullable(DecimalSchema),
})
export type OperatedPromotion = v.InferOutput<typeof OperatedPromotionSchema>

export const listOperatedPromotions = endpoint({
  method: 'GET',
  path: '/operator/promotions',
  tag: 'operator',
  access: 'operator',
  may: 'promotions.read',
  summary: 'List promotions, also those that are over',
  data: v.array(OperatedPromotionSchema),
  errors: [],
})

const OperatedCodeSchema = v.object({
  id: RowIdSchema,
  name: v.string(),
  gives: v.string(),
  uses: v.nullable(v.number()),
  used: v.number(),
  until: MomentSchema,
  isStopped: v.boolean(),
})
export type OperatedCode = v.InferOutput<typeof OperatedCodeSchema>

export const listOperatedCodes = endpoint({
  method: 'GET',
  path: '/operator/codes',
  tag: 'operator',
  access: 'operator',
  may: 'promotions.read',
  summary: 'List gift codes with their uses; the codes themselves are not stored',
  data: v.array(OperatedCodeSchema),
  errors: [],
})
