import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { DepositOfferSchema } from './promotions.ts'
import { CoinIdSchema, DecimalSchema, MomentSchema, RowIdSchema } from './values.ts'

const BpsSchema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000))

export const BonusOfferSchema = v.object({
  ...DepositOfferSchema.entries,
  /** What some deposits bring, and what a player plays on average at `edgeBps` until all of it is released, in US dollars. */
  examples: v.array(v.object({ depositUsd: DecimalSchema, bonus: DecimalSchema, playUsd: DecimalSchema })),
})
export type BonusOffer = v.InferOutput<typeof BonusOfferSchema>

export const BONUS_STATUSES = [
  /** Played for, until all of it is released or `expiresAt` has come. */
  'active',
  'released',
  /** The player gave up what was left. */
  'given_up',
  /** Its time was over: what was left went back. */
  'expired',
  /** Declined before the deposit: nothing was given. */
  'declined',
] as const

export const BonusSchema = v.object({
  id: RowIdSchema,
  /** 1 for the first deposit's, 2 for the second one's. */
  ordinal: v.pipe(v.number(), v.integer(), v.minValue(1)),
  status: v.picklist(BONUS_STATUSES),
  /** One of it counts as one US dollar. */
  coin: CoinIdSchema,
  /** All of it; 0 of a declined one. */
  amount: DecimalSchema,
  released: DecimalSchema,
  /** What is neither released nor gone back. */
  locked: DecimalSchema,
  /** What went back. */
  lost: DecimalSchema,
  /** What the deposit was worth. */
  depositUsd: DecimalSchema,
  releaseBps: BpsSchema,
  /** House edge that the rest is told at. */
  edgeBps: BpsSchema,
  /** What a player plays on average at `edgeBps` until the rest is released. */
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
  summary: 'What the next deposit is offered, whether the player wants it, and every bonus with its progress',
  data: v.object({
    /** Null when both deposits' offers have been used, or none is valid. */
    offer: v.nullable(BonusOfferSchema),
    /** A bonus comes with the deposit. */
    isAccepted: v.boolean(),
    /** The player has said so; without his word bonuses are accepted, because they take nothing from him. */
    isChosen: v.boolean(),
    /** The newest first. */
    bonuses: v.array(BonusSchema),
  }),
  errors: [],
})

export const chooseBonus = endpoint({
  method: 'PUT',
  path: '/user/bonus-choice',
  tag: 'bonuses',
  access: 'player',
  summary: 'Accept or decline the bonus of deposits that are credited from now on',
  body: v.object({ isAccepted: v.boolean() }),
  data: v.object({ isAccepted: v.boolean() }),
  errors: ['rate_limited'],
})

export const giveUpBonus = endpoint({
  method: 'POST',
  path: '/user/bonuses/:id/give-up',
  tag: 'bonuses',
  access: 'player',
  summary: 'Give up what is left of a bonus; what was released stays',
  params: v.object({ id: RowIdSchema }),
  body: v.object({}),
  data: BonusSchema,
  errors: ['not_found', 'conflict', 'rate_limited'],
})
