import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { DepositOfferSchema } from './promotions.ts'
import { CoinIdSchema, DecimalSchema, MomentSchema, RowIdSchema } from './values.ts'

const BpsSchema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000))

export const BonusOfferSchema = v.object({
  ...DepositOfferSchema.entries,
  /**
   * Example deposits with their bonus, and the average stakes at `edgeBps` that release all of it, in US dollars.
   */
  examples: v.array(v.object({ depositUsd: DecimalSchema, bonus: DecimalSchema, playUsd: DecimalSchema })),
})
export type BonusOffer = v.InferOutput<typeof BonusOfferSchema>

export const BONUS_STATUSES = [
  /** Released by play until nothing remains or `expiresAt` has come. */
  'active',
  'released',
  'given_up',
  'expired',
  /** Declined before the deposit: nothing was granted. */
  'declined',
] as const

export const BonusSchema = v.object({
  id: RowIdSchema,
  /** 1 for the first deposit, 2 for the second. */
  ordinal: v.pipe(v.number(), v.integer(), v.minValue(1)),
  status: v.picklist(BONUS_STATUSES),
  /** One coin counts as one US dollar. */
  coin: CoinIdSchema,
  /** The whole bonus; 0 if declined. */
  amount: DecimalSchema,
  released: DecimalSchema,
  /** Neither released nor taken back. */
  locked: DecimalSchema,
  lost: DecimalSchema,
  depositUsd: DecimalSchema,
  releaseBps: BpsSchema,
  /** House edge that `playUsd` assumes. */
  edgeBps: BpsSchema,
  /** Average stakes at `edgeBps` that release the rest. */
  playUsd: DecimalSchema,
  grantedAt: MomentSchema,
  expiresAt: MomentSchema,
  endedAt: v.nullable(MomentSchema),
})
export type Bonus = v.InferOutput<typeof BonusSchema>

export const listBonuses = endpoint({
  method: 'GET',
  path: '/user/bonuses',
  tag: 'bonuses',
  access: 'player',
  summary: 'Get the offer for the next deposit, the player’s choice, and every bonus with its progress',
  data: v.object({
    /** Null when the player has used both offers, or none is valid. */
    offer: v.nullable(BonusOfferSchema),
    /** The next deposit gets its bonus. */
    isAccepted: v.boolean(),
    /** False until the player chooses. Bonuses are accepted by default, because they cost the player nothing. */
    isChosen: v.boolean(),
    /** Newest first. */
    bonuses: v.array(BonusSchema),
  }),
  errors: [],
})

export const chooseBonus = endpoint({
  method: 'PUT',
  path: '/user/bonus-choice',
  tag: 'bonuses',
  access: 'player',
  summary: 'Accept or decline bonuses of deposits that are credited from now on',
  body: v.object({ isAccepted: v.boolean() }),
  data: v.object({ isAccepted: v.boolean() }),
  errors: ['rate_limited'],
})

export const giveUpBonus = endpoint({
  method: 'POST',
  path: '/user/bonuses/:id/give-up',
  tag: 'bonuses',
  access: 'player',
  summary: 'Give up the rest of a bonus; the released part stays',
  params: v.object({ id: RowIdSchema }),
  body: v.object({}),
  data: BonusSchema,
  errors: ['not_found', 'conflict', 'rate_limited'],
})
