import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { IdempotencyKeySchema } from './idempotency-key.ts'
import { CoinIdSchema, CountSchema, DecimalSchema, MomentSchema, RowIdSchema } from './values.ts'
import { WebLinkSchema } from './web-link.ts'

/** Blocks after a transfer's own before it is credited. */
export const DEPOSIT_CONFIRMATIONS = 19
/** In USDT; smaller deposits are never credited. */
export const MINIMUM_DEPOSIT = '1'
export const DEPOSITS_PER_PAGE = 20

export const DEPOSIT_STATUSES = [
  /** Seen; `confirmations` counts up to `confirmationsNeeded`. */
  'confirming',
  'credited',
  /** Less than the minimum: not credited. */
  'below_minimum',
  /** Another token than USDT: not credited. */
  'wrong_token',
  /** The transfer has vanished from the chain. */
  'dropped',
  'account_closed',
  /** More than an account can hold: an operator must look before it is credited. */
  'too_large',
] as const

export const DepositSchema = v.object({
  id: RowIdSchema,
  status: v.picklist(DEPOSIT_STATUSES),
  /** From 0 to `confirmationsNeeded`. */
  confirmations: CountSchema,
  confirmationsNeeded: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Null for an unknown token, whose decimals are not trusted. */
  paid: v.nullable(v.object({ coin: CoinIdSchema, amount: DecimalSchema })),
  receives: CoinIdSchema,
  /** `priceUsd` is the price of this coin at the time of the credit. */
  credited: v.nullable(v.object({ coin: CoinIdSchema, amount: DecimalSchema, priceUsd: DecimalSchema })),
  /** Above a deposit limit of the player: a transfer on a chain cannot be refused. */
  isOverLimit: v.boolean(),
  txId: v.string(),
  /** Page of a block explorer; null if the network has none. */
  explorerUrl: v.nullable(WebLinkSchema),
  from: v.string(),
  to: v.string(),
  /** Contract of the token; `native` for a chain's own coin. */
  contract: v.string(),
  seenAt: MomentSchema,
  settledAt: v.nullable(MomentSchema),
})
export type Deposit = v.InferOutput<typeof DepositSchema>

export const DepositAddressSchema = v.object({
  network: v.picklist(['TRON']),
  /** Practice money: never send real money to the address. */
  isPractice: v.boolean(),
  address: v.string(),
  receives: CoinIdSchema,
})
export type DepositAddress = v.InferOutput<typeof DepositAddressSchema>

export const openDepositAddress = endpoint({
  method: 'PUT',
  path: '/user/deposit-address',
  tag: 'deposits',
  access: 'player',
  summary: 'Get the player’s address for USDT on TRON, made on the first request, and the coin to receive',
  body: v.object({ receives: CoinIdSchema }),
  data: DepositAddressSchema,
  errors: ['break_active', 'limit_reached', 'rate_limited'],
})

export const listDeposits = endpoint({
  method: 'GET',
  path: '/user/deposits',
  tag: 'deposits',
  access: 'player',
  summary: 'List deposits of the player, newest first',
  query: v.object({ before: v.optional(RowIdSchema) }),
  data: v.object({
    deposits: v.array(DepositSchema),
    /** `before` of the next page; null on the last one. */
    next: v.nullable(RowIdSchema),
  }),
  errors: [],
})

export const getDeposit = endpoint({
  method: 'GET',
  path: '/user/deposits/:id',
  tag: 'deposits',
  access: 'player',
  summary: 'Get a deposit of the player',
  params: v.object({ id: RowIdSchema }),
  data: DepositSchema,
  errors: ['not_found'],
})

/** USDT with up to six decimals, below a million. */
export const SimulatedAmountSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('required'),
  v.regex(/^(?=.*[1-9])(?:0|[1-9]\d{0,5})(?:\.\d{1,6})?$/, 'amount'),
)

export const simulateTransfer = endpoint({
  method: 'POST',
  path: '/practice/transfers',
  tag: 'deposits',
  access: 'player',
  summary: "Practice mode: put a transfer of USDT to the player's own address on the practice chain",
  body: v.object({
    amount: SimulatedAmountSchema,
    /** The same key is the same transfer. */
    idempotencyKey: IdempotencyKeySchema,
  }),
  data: v.object({ txId: v.string() }),
  errors: ['forbidden', 'not_found', 'conflict', 'break_active', 'limit_reached', 'rate_limited'],
})
