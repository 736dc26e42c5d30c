import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import {
  CoinIdSchema,
  CountSchema,
  DecimalSchema,
  JsonObjectSchema,
  MomentSchema,
  RowIdSchema,
  SignedDecimalSchema,
} from '#contract/values.ts'
import { LedgerChainSchema, WITHDRAWAL_STATUSES } from '#contract/withdrawals.ts'
import { CursorSchema, UidSchema, WhySchema } from './values.ts'

export const DECISIONS = ['approve', 'refuse'] as const
const DecisionSchema = v.picklist(DECISIONS)
export type Decision = v.InferOutput<typeof DecisionSchema>

const WithdrawalRowSchema = v.object({
  id: RowIdSchema,
  uid: UidSchema,
  status: v.picklist(WITHDRAWAL_STATUSES),
  /** Why it is in review, or did not go on; null without a reason. */
  reason: v.nullable(v.string()),
  coin: CoinIdSchema,
  chain: LedgerChainSchema,
  amount: DecimalSchema,
  /** At the last price; null without one. */
  usd: v.nullable(DecimalSchema),
  address: v.string(),
  requestedAt: MomentSchema,
  /** Votes to approve, of those that are needed. */
  votes: CountSchema,
  needed: CountSchema,
})
export type WithdrawalRow = v.InferOutput<typeof WithdrawalRowSchema>

export const listAllWithdrawals = endpoint({
  method: 'GET',
  path: '/operator/withdrawals',
  tag: 'operator',
  access: 'operator',
  may: 'withdrawals.read',
  summary: 'List withdrawals, newest first; those in review oldest first',
  query: v.object({
    status: v.optional(v.picklist(WITHDRAWAL_STATUSES)),
    after: v.optional(CursorSchema),
  }),
  data: v.object({ withdrawals: v.array(WithdrawalRowSchema), next: v.nullable(CursorSchema) }),
  errors: [],
})

const WithdrawalDetailSchema = v.object({
  ...WithdrawalRowSchema.entries,
  fee: DecimalSchema,
  txIds: v.array(v.string()),
  /** The row still has the seal that the server gave it with the request. */
  isSealed: v.boolean(),
  evidence: v.object({
    accountAgeDays: CountSchema,
    /** Before this one. */
    withdrawals: CountSchema,
    withdrawnUsd: DecimalSchema,
    depositedUsd: DecimalSchema,
    /** The sum over all bets: payouts minus stakes. */
    wonUsd: SignedDecimalSchema,
    /** The sum of the last 24 hours: other withdrawals of the player. */
    dayUsd: DecimalSchema,
    /** The player has withdrawn to this address before. */
    isKnownAddress: v.boolean(),
    /** Other players who have withdrawn to this address. */
    sharedWith: v.array(UidSchema),
    /** Changes of e-mail address, password or passkeys in the last 7 days. */
    recentChanges: v.array(v.object({ what: v.string(), at: MomentSchema })),
  }),
  decisions: v.array(
    v.object({
      by: v.string(),
      decision: v.string(),
      at: MomentSchema,
      why: v.string(),
      isDone: v.boolean(),
      /** False while the signer does not count votes of this operator's passkey, as far as the server knows. */
      isTrusted: v.boolean(),
    }),
  ),
})
export type WithdrawalDetail = v.InferOutput<typeof WithdrawalDetailSchema>

const ONE = v.object({ id: RowIdSchema })

export const getWithdrawalToReview = endpoint({
  method: 'GET',
  path: '/operator/withdrawals/:id',
  tag: 'operator',
  access: 'operator',
  may: 'withdrawals.read',
  summary: 'Get a withdrawal with the evidence to decide by',
  params: ONE,
  data: WithdrawalDetailSchema,
  errors: ['not_found'],
})

export const beginWithdrawalVote = endpoint({
  method: 'POST',
  path: '/operator/withdrawals/:id/challenge',
  tag: 'operator',
  access: 'operator',
  may: 'withdrawals.decide',
  summary: 'Begin a vote: the passkey signs withdrawal, address, amount and decision',
  params: ONE,
  body: v.object({
    decision: DecisionSchema,
    /** The withdrawal as the operator has read it: one that differs is not voted on. */
    shown: v.object({
      coin: CoinIdSchema,
      chain: LedgerChainSchema,
      amount: DecimalSchema,
      address: v.pipe(v.string(), v.maxLength(200)),
    }),
  }),
  data: JsonObjectSchema,
  errors: ['not_found', 'conflict'],
})

export const voteOnWithdrawal = endpoint({
  method: 'POST',
  path: '/operator/withdrawals/:id/votes',
  tag: 'operator',
  access: 'operator',
  may: 'withdrawals.decide',
  summary: 'Vote on a withdrawal in review; the signer carries it out when there are enough votes',
  params: ONE,
  body: v.object({ decision: DecisionSchema, why: WhySchema, response: v.unknown() }),
  data: WithdrawalDetailSchema,
  errors: ['not_found', 'conflict', 'passkey_invalid'],
})
