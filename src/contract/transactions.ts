import * as v from 'valibot'
import { DEPOSIT_STATUSES } from './deposits.ts'
import { endpoint } from './endpoint.ts'
import { CoinIdSchema, DecimalSchema, MomentSchema } from './values.ts'
import { LedgerChainSchema, WITHDRAWAL_STATUSES } from './withdrawals.ts'
import { WebLinkSchema } from './web-link.ts'

/** Filters of the history. Bets have a history of their own. */
export const TRANSACTION_GROUPS = ['deposit', 'withdrawal', 'bonus', 'reward'] as const
export type TransactionGroup = (typeof TRANSACTION_GROUPS)[number]

/** Kinds of movements in the ledger except deposits, withdrawals and bets. */
export const MOVEMENTS = {
  bonus: ['practice-grant', 'bonus-lock', 'bonus-release', 'bonus-forfeit'],
  reward: ['rakeback', 'referral', 'level-gift', 'code-gift', 'race-prize', 'free-stake'],
} as const
export type Movement = (typeof MOVEMENTS)['bonus' | 'reward'][number]

export const TRANSACTIONS_PER_PAGE = 30
/** For exports. */
export const MAX_TRANSACTIONS_PER_PAGE = 200

/** Time in milliseconds (no later than the year 5138), source and number of the last line. */
const CursorSchema = v.pipe(v.string(), v.regex(/^\d{1,14}-[123]-\d{1,18}$/))

const shared = {
  id: v.string(),
  at: MomentSchema,
  /** Null for an unknown token. */
  coin: v.nullable(CoinIdSchema),
  /** Null for a token of unknown decimals. */
  amount: v.nullable(DecimalSchema),
}
const onChain = {
  chain: LedgerChainSchema,
  txId: v.nullable(v.string()),
  explorerUrl: v.nullable(WebLinkSchema),
  address: v.string(),
  settledAt: v.nullable(MomentSchema),
}

export const TransactionSchema = v.variant('group', [
  v.object({
    group: v.literal('deposit'),
    ...shared,
    ...onChain,
    status: v.picklist(DEPOSIT_STATUSES),
    credited: v.nullable(v.object({ coin: CoinIdSchema, amount: DecimalSchema })),
  }),
  v.object({
    group: v.literal('withdrawal'),
    ...shared,
    ...onChain,
    status: v.picklist(WITHDRAWAL_STATUSES),
    withdrawal: v.string(),
    fee: DecimalSchema,
    receives: DecimalSchema,
  }),
  v.object({
    group: v.picklist(['bonus', 'reward']),
    ...shared,
    movement: v.picklist([...MOVEMENTS.bonus, ...MOVEMENTS.reward]),
    /** True if the movement takes from the player. */
    isOut: v.boolean(),
  }),
])
export type Transaction = v.InferOutput<typeof TransactionSchema>

export const listTransactions = endpoint({
  method: 'GET',
  path: '/transactions',
  tag: 'history',
  access: 'player',
  summary: 'List deposits, withdrawals, bonuses and rewards of the player, newest first',
  query: v.object({
    group: v.optional(v.picklist(TRANSACTION_GROUPS)),
    coin: v.optional(CoinIdSchema),
    /** `next` of the page before. */
    after: v.optional(CursorSchema),
    limit: v.optional(v.picklist([String(TRANSACTIONS_PER_PAGE), String(MAX_TRANSACTIONS_PER_PAGE)])),
  }),
  data: v.object({
    transactions: v.array(TransactionSchema),
    /** `after` of the next page; null on the last one. */
    next: v.nullable(CursorSchema),
  }),
  errors: [],
})
