import * as v from 'valibot'
import { ReferralCodeSchema } from './account-fields.ts'
import { endpoint } from './endpoint.ts'
import { GivenNameSchema } from './given-name.ts'
import { CoinIdSchema, CountSchema, DecimalSchema, MomentSchema } from './values.ts'

export const FRIENDS_PER_PAGE = 30

const ReferralSchema = v.object({
  code: ReferralCodeSchema,
  /** Share of each friend's house edge, in basis points of it. */
  shareBps: CountSchema,
  /** One of it counts as one US dollar. */
  coin: CoinIdSchema,
  friends: CountSchema,
  /** House edge of friends since the last claim, in US dollars. */
  edgeUsd: DecimalSchema,
  claimable: DecimalSchema,
  /** All that was claimed. */
  claimed: DecimalSchema,
})
export type Referral = v.InferOutput<typeof ReferralSchema>

const FriendSchema = v.object({
  /** 1 for the first friend of the player. */
  number: CountSchema,
  /** First letters of the nickname; null without one. */
  name: v.nullable(GivenNameSchema),
  since: MomentSchema,
  /** The share that was claimed. All else would tell whether the friend counts, and so what the two share. */
  claimedUsd: DecimalSchema,
})
export type Friend = v.InferOutput<typeof FriendSchema>

export const getReferral = endpoint({
  method: 'GET',
  path: '/user/referral',
  tag: 'rewards',
  access: 'player',
  summary: 'Get the referral code, and what friends have earned the player',
  data: ReferralSchema,
  errors: [],
})

export const listFriends = endpoint({
  method: 'GET',
  path: '/user/referral/friends',
  tag: 'rewards',
  access: 'player',
  summary: 'List the friends whom the player has invited, newest first',
  query: v.object({
    /** `next` of the page before. */
    after: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/))),
  }),
  data: v.object({
    friends: v.array(FriendSchema),
    /** `after` of the next page; null on the last one. */
    next: v.nullable(v.string()),
  }),
  errors: [],
})

export const claimReferral = endpoint({
  method: 'POST',
  path: '/user/referral/claim',
  tag: 'rewards',
  access: 'player',
  summary: 'Claim what friends have earned; 0 if it is less than the smallest unit of the coin',
  body: v.object({}),
  data: v.object({ amount: DecimalSchema, referral: ReferralSchema }),
  errors: ['rate_limited'],
})
