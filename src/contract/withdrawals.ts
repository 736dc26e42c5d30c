import * as v from 'valibot'
import { nameOf } from './account-fields.ts'
import { endpoint } from './endpoint.ts'
import { GivenNameSchema } from './given-name.ts'
import { IdempotencyKeySchema } from './idempotency-key.ts'
import { AsksSchema, PROOF, PROOF_ERRORS } from './proof.ts'
import { CoinIdSchema, DecimalSchema, MomentSchema, RowIdSchema } from './values.ts'
import { WebLinkSchema } from './web-link.ts'

/** Delay before a new address can be used under the whitelist, and before the whitelist ends. */
export const WHITELIST_WAIT_HOURS = 24
/** Per account. */
export const MAX_WITHDRAWAL_ADDRESSES = 20
export const WITHDRAWALS_PER_PAGE = 20

/** Name of a chain in the ledger. */
export const LedgerChainSchema = v.pipe(v.string(), v.regex(/^[a-z0-9]{1,20}(?:-[a-z0-9]{1,20}){0,2}$/))

/** The server also checks the checksum of the chain's addresses. */
export const WithdrawalAddressSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('required'),
  v.regex(/^[0-9A-Za-z]{20,100}$/, 'address'),
)

/** Above zero, with digits that the ledger can hold. */
export const WithdrawalAmountSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('required'),
  v.regex(/^(?=.*[1-9])(?:0|[1-9]\d{0,9})(?:\.\d{1,8})?$/, 'amount'),
)

export const WITHDRAWAL_STATUSES = [
  /** It can be cancelled. */
  'queued',
  /** An operator must look at it; it can be cancelled. */
  'review',
  /** The signer has claimed it; it can be cancelled again if the signer does not return. */
  'signing',
  'signed',
  'broadcast',
  'confirmed',
  'cancelled',
  /** By the operator; the money was returned. */
  'refused',
  /** The transaction was reverted; the money was returned. */
  'failed',
] as const
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number]

export function isWithdrawalEnded(status: WithdrawalStatus): boolean {
  return status === 'confirmed' || hasMoneyBack(status)
}

export function hasMoneyBack(status: WithdrawalStatus): boolean {
  return status === 'cancelled' || status === 'refused' || status === 'failed'
}

export const REVIEWS = [
  /** Large, alone or with others of a day. */
  'size',
  /** Repeatedly not accepted by the network. */
  'network',
  /** The ledger contradicts the withdrawal: it is not sent, and cannot be cancelled. */
  'books',
] as const

export const WithdrawalSchema = v.object({
  id: RowIdSchema,
  status: v.picklist(WITHDRAWAL_STATUSES),
  /** Reason for an operator's review; null without one. */
  review: v.nullable(v.picklist(REVIEWS)),
  isCancellable: v.boolean(),
  coin: CoinIdSchema,
  chain: LedgerChainSchema,
  /** Play money: nothing real moves. */
  isPractice: v.boolean(),
  address: v.string(),
  /** Deducted from the balance. */
  amount: DecimalSchema,
  /** Part of `amount` that the house keeps for the network. */
  fee: DecimalSchema,
  /** `amount` without `fee`. */
  receives: DecimalSchema,
  /** Transaction that pays or would have paid; null before it is signed. */
  txId: v.nullable(v.string()),
  /** Page of a block explorer; null if the network has none. */
  explorerUrl: v.nullable(WebLinkSchema),
  requestedAt: MomentSchema,
  signedAt: v.nullable(MomentSchema),
  broadcastAt: v.nullable(MomentSchema),
  settledAt: v.nullable(MomentSchema),
})
export type Withdrawal = v.InferOutput<typeof WithdrawalSchema>

export const WithdrawalTermsSchema = v.object({
  coin: CoinIdSchema,
  chain: LedgerChainSchema,
  /** Format of the addresses. */
  addresses: v.picklist(['tron', 'evm']),
  isPractice: v.boolean(),
  /** Most decimals of an amount. */
  decimals: v.number(),
  /** Deducted from the amount. */
  fee: DecimalSchema,
  /** Includes the fee. */
  minimum: DecimalSchema,
  /** Largest withdrawal possible now. */
  available: DecimalSchema,
  asks: AsksSchema,
  /** Withdrawals are refused until then: the e-mail address was changed. */
  waitsUntil: v.nullable(MomentSchema),
  whitelist: v.object({
    isOn: v.boolean(),
    /** Requested end; null for none. */
    endsAt: v.nullable(MomentSchema),
  }),
})
export type WithdrawalTerms = v.InferOutput<typeof WithdrawalTermsSchema>

export const getWithdrawalTerms = endpoint({
  method: 'GET',
  path: '/user/withdrawal-terms',
  tag: 'withdrawals',
  access: 'player',
  summary: 'Get fee, minimum and available balance for each coin and chain of withdrawals',
  data: v.array(WithdrawalTermsSchema),
  errors: [],
})

export const requestWithdrawal = endpoint({
  method: 'POST',
  path: '/user/withdrawals',
  tag: 'withdrawals',
  access: 'player',
  summary: 'Withdraw to an address; open during time-out and self-exclusion as well',
  body: v.object({
    coin: CoinIdSchema,
    chain: LedgerChainSchema,
    /** Deducted from the balance, including the fee. */
    amount: WithdrawalAmountSchema,
    /** The fee that the player saw: if it has changed, the answer is `conflict`. */
    fee: DecimalSchema,
    address: WithdrawalAddressSchema,
    /** The same key is the same withdrawal. */
    idempotencyKey: IdempotencyKeySchema,
    ...PROOF,
  }),
  data: WithdrawalSchema,
  errors: [
    ...PROOF_ERRORS,
    'conflict',
    'insufficient_funds',
    'withdrawal_address_wrong',
    'withdrawal_address_ours',
    'withdrawal_address_waits',
    'withdrawal_too_small',
    'withdrawal_waits',
    'withdrawal_held',
  ],
})

export const listWithdrawals = endpoint({
  method: 'GET',
  path: '/user/withdrawals',
  tag: 'withdrawals',
  access: 'player',
  summary: 'List withdrawals of the player, newest first',
  query: v.object({ before: v.optional(RowIdSchema) }),
  data: v.object({
    withdrawals: v.array(WithdrawalSchema),
    /** `before` of the next page; null on the last one. */
    next: v.nullable(RowIdSchema),
  }),
  errors: [],
})

export const getWithdrawal = endpoint({
  method: 'GET',
  path: '/user/withdrawals/:id',
  tag: 'withdrawals',
  access: 'player',
  summary: 'Get a withdrawal of the player',
  params: v.object({ id: RowIdSchema }),
  data: WithdrawalSchema,
  errors: ['not_found'],
})

export const cancelWithdrawal = endpoint({
  method: 'DELETE',
  path: '/user/withdrawals/:id',
  tag: 'withdrawals',
  access: 'player',
  summary: 'Cancel a withdrawal that no signer has claimed; idempotent',
  params: v.object({ id: RowIdSchema }),
  data: WithdrawalSchema,
  errors: ['not_found', 'withdrawal_under_way'],
})

export const SavedAddressSchema = v.object({
  id: RowIdSchema,
  chain: LedgerChainSchema,
  address: v.string(),
  label: GivenNameSchema,
  addedAt: MomentSchema,
  /** Earliest use under the whitelist. */
  usableFrom: MomentSchema,
})
export type SavedAddress = v.InferOutput<typeof SavedAddressSchema>

export const AddressBookSchema = v.object({
  addresses: v.array(SavedAddressSchema),
  /** Chains with an address book. */
  chains: v.array(v.object({ chain: LedgerChainSchema, addresses: WithdrawalTermsSchema.entries.addresses })),
  whitelist: WithdrawalTermsSchema.entries.whitelist,
  asks: AsksSchema,
})
export type AddressBook = v.InferOutput<typeof AddressBookSchema>

export const getAddressBook = endpoint({
  method: 'GET',
  path: '/user/withdrawal-addresses',
  tag: 'withdrawals',
  access: 'player',
  summary: 'Get the address book for withdrawals, and the state of the whitelist',
  data: AddressBookSchema,
  errors: [],
})

export const LabelSchema = nameOf(40)

export const addWithdrawalAddress = endpoint({
  method: 'POST',
  path: '/user/withdrawal-addresses',
  tag: 'withdrawals',
  access: 'player',
  summary: 'Add an address to the address book; usable under the whitelist 24 hours later',
  body: v.object({
    chain: LedgerChainSchema,
    address: WithdrawalAddressSchema,
    label: LabelSchema,
    ...PROOF,
  }),
  data: AddressBookSchema,
  errors: [...PROOF_ERRORS, 'conflict', 'withdrawal_address_wrong', 'withdrawal_address_ours'],
})

export const removeWithdrawalAddress = endpoint({
  method: 'DELETE',
  path: '/user/withdrawal-addresses/:id',
  tag: 'withdrawals',
  access: 'player',
  summary: 'Remove an address from the address book, at once',
  params: v.object({ id: RowIdSchema }),
  data: AddressBookSchema,
  errors: ['not_found'],
})

export const setWithdrawalWhitelist = endpoint({
  method: 'PUT',
  path: '/user/withdrawal-whitelist',
  tag: 'withdrawals',
  access: 'player',
  summary: 'Restrict withdrawals to the address book at once, or allow any address again 24 hours later',
  body: v.object({ isOn: v.boolean(), ...PROOF }),
  data: AddressBookSchema,
  errors: [...PROOF_ERRORS],
})
