import * as v from 'valibot'
import { DEPOSIT_STATUSES } from './deposits.ts'
import { endpoint } from './endpoint.ts'
import { CoinIdSchema, DecimalSchema, MomentSchema } from './values.ts'
import { LedgerChainSchema, WITHDRAWAL_STATUSES } from './withdrawals.ts'
import { WebLinkSchema } from './web-link.ts'

/** Kinds that the history can be filtered by. Bets have a history of their own. */
export const TRANSACTION_GROUPS = ['deposit', 'withdrawal', 'bonus', 'reward'] as const
export type TransactionGroup = (typeof TRANSACTION_GROUPS)[number]

/** Movements of the ledger that are neither a deposit, a withdrawal nor a bet. */
export const MOVEMENTS = {
  bonus: ['practice-grant', 'bonus-lock', 'bonus-release', 'bonus-forfeit'],
  reward: ['rakeback', 'referral'],
} as const
export type Movement = (typeof MOVEMENTS)['bonus' | 'reward'][number]

export const TRANSACTIONS_PER_PAGE = 30
/** Of a page asked for by an export. */
export const MAX_TRANSACTIONS_PER_PAGE = 200

/** Where a page ended: moment in milliseconds (no later than the year 5138), source and number. */
const CursorSchema = v.pipe(v.string(), v.regex(/^\d{1,14}-[123]-\d{1,18}$/))

const shared = {
  /** Unique in the list. */
  id: v.string(),
  at: MomentSchema,
  /** Null for a token that is none of the coins. */
  coin: v.nullable(CoinIdSchema),
  /** Null where no coin tells its decimals. */
  amount: v.nullable(DecimalSchema),
}
const onChain = {
  chain: LedgerChainSchema,
  txId: v.nullable(v.string()),
  explorerUrl: v.nullable(WebLinkSchema),
  /** Where the money went. */
  address: v.string(),
  settledAt: v.nullable(MomentSchema),
}

export const TransactionSchema = v.variant('group', [
  v.object({
    group: v.literal('deposit'),
    ...shared,
    ...onChain,
    status: v.picklist(DEPOSIT_STATUSES),
    /** What the player received for it. */
    credited: v.nullable(v.object({ coin: CoinIdSchema, amount: DecimalSchema })),
  }),
  v.object({
    group: v.literal('withdrawal'),
    ...shared,
    ...onChain,
    status: v.picklist(WITHDRAWAL_STATUSES),
    /** For `getWithdrawal`. */
    withdrawal: v.string(),
    fee: DecimalSchema,
    /** What arrives of it. */
    receives: DecimalSchema,
  }),
  v.object({
    group: v.picklist(['bonus', 'reward']),
    ...shared,
    movement: v.picklist([...MOVEMENTS.bonus, ...MOVEMENTS.reward]),
    /** It takes from the player instead of giving. */
    isOut: v.boolean(),
  }),
])
export type Transaction = v.InferOutput<typeof TransactionSchema>

export const listTransactions = endpoint({
  method: 'GET',
  path: '/transactions',
  tag: 'history',
  access: 'player',
  summary: 'Deposits, withdrawals, bonuses and rewards of the player in one list, the newest first',
  query: v.object({
    group: v.optional(v.picklist(TRANSACTION_GROUPS)),
    coin: v.optional(CoinIdSchema),
    /** `next` of the page before. */
    after: v.optional(CursorSchema),
    limit: v.optional(v.picklist([String(TRANSACTIONS_PER_PAGE), String(MAX_TRANSACTIONS_PER_PAGE)])),
  }),
  data: v.object({
    transactions: v.array(TransactionSchema),
    /** For `after` of the next page; null on the last one. */
    next: v.nullable(CursorSchema),
  }),
  errors: [],
})

/** Lines of the shortest list. */
export const RECENT_TRANSACTIONS = 5

/** Minutes that a clock is ahead of UTC, as `480` in China. */
const ClockAheadSchema = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,3}$/),
  v.check((text) => Math.abs(Number(text)) <= 14 * 60, 'clock_ahead'),
)

export const listRecentTransactions = endpoint({
  method: 'GET',
  path: '/transactions/recent',
  tag: 'history',
  access: 'player',
  summary: 'The latest of them. What bets have released of bonuses is added up: one line for each day',
  query: v.object({
    /** Of the player: by it a day begins. */
    clockAhead: v.optional(ClockAheadSchema),
  }),
  data: v.array(TransactionSchema),
  errors: [],
})
