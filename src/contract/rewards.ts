import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { IdempotencyKeySchema } from './idempotency-key.ts'
import { CoinIdSchema, CountSchema, DecimalSchema, MomentSchema, RowIdSchema } from './values.ts'

/** Rewards that the player claims: shares of the house edge of their own bets since the last claim of that kind. */
export const CLAIM_KINDS = ['rakeback', 'level-gift'] as const
export type ClaimKind = (typeof CLAIM_KINDS)[number]

/** Between two claims of a kind. */
export const CLAIM_EVERY_MS = 10_000

const LevelSchema = v.pipe(v.number(), v.integer(), v.minValue(1))

/** Shares of the house edge, in basis points. The rules that use them are in `src/rules/rewards`. */
export const RewardTermsSchema = v.object({
  /** In which rewards are paid. One of it counts as one US dollar. */
  coin: CoinIdSchema,
  /** At LV.1; with each level more by the step, up to the most. */
  rakebackBps: CountSchema,
  rakebackStepBps: CountSchema,
  rakebackMostBps: CountSchema,
  referralBps: CountSchema,
  levelGiftBps: CountSchema,
  wheelBps: CountSchema,
  racePoolBps: CountSchema,
  racePrizeMostBps: CountSchema,
  raceDayCapUsd: DecimalSchema,
  /** The largest release of a bonus. */
  releaseBps: CountSchema,
  /** The most that comes back, to whomever, and that may. The server does not start with more. */
  sumBps: CountSchema,
  mostBps: CountSchema,
})
export type RewardTerms = v.InferOutput<typeof RewardTermsSchema>

export const getRewardTerms = endpoint({
  method: 'GET',
  path: '/reward-terms',
  tag: 'rewards',
  access: 'public',
  isOpen: true,
  summary: 'Get the shares of the house edge that come back to players',
  data: RewardTermsSchema,
  errors: [],
})

const CLAIM_ENTRIES = {
  kind: v.picklist(CLAIM_KINDS),
  coin: CoinIdSchema,
  amount: DecimalSchema,
  /** House edge of the bets that it is a share of, in US dollars. */
  edgeUsd: DecimalSchema,
  shareBps: CountSchema,
  /** The player's level at that moment. */
  level: LevelSchema,
  at: MomentSchema,
}

export const RewardClaimSchema = v.object({ id: RowIdSchema, ...CLAIM_ENTRIES })
export type RewardClaim = v.InferOutput<typeof RewardClaimSchema>

const ClaimableSchema = v.object({
  shareBps: CountSchema,
  /** House edge of the player's bets since the last claim of this kind, in US dollars. */
  edgeUsd: DecimalSchema,
  /** The share of it, in `coin`, rounded down. */
  amount: DecimalSchema,
  /** A claim of this kind is refused before it; null when there is nothing to wait for. */
  nextAt: v.nullable(MomentSchema),
})
export type Claimable = v.InferOutput<typeof ClaimableSchema>

export const RewardsSchema = v.object({
  level: LevelSchema,
  /** All stakes with a balance: one XP per dollar. */
  wageredUsd: DecimalSchema,
  coin: CoinIdSchema,
  rakeback: ClaimableSchema,
  levelGift: v.object({
    ...ClaimableSchema.entries,
    /** The level whose gift can be claimed; null until the next level is reached. */
    level: v.nullable(LevelSchema),
  }),
  /** Newest first. */
  claims: v.array(RewardClaimSchema),
})
export type Rewards = v.InferOutput<typeof RewardsSchema>

export const getRewards = endpoint({
  method: 'GET',
  path: '/user/rewards',
  tag: 'rewards',
  access: 'player',
  summary: 'Get the player’s level, what can be claimed, and the last claims',
  data: RewardsSchema,
  errors: [],
})

export const claimReward = endpoint({
  method: 'POST',
  path: '/user/rewards/claims',
  tag: 'rewards',
  access: 'player',
  summary: 'Claim a reward; once in 10 seconds, also during a break',
  body: v.object({ kind: v.picklist(CLAIM_KINDS), idempotencyKey: IdempotencyKeySchema }),
  data: v.object({
    claim: RewardClaimSchema,
    /** Available balance of the claim’s coin. */
    available: DecimalSchema,
  }),
  errors: ['nothing_to_claim', 'key_reused'],
})
