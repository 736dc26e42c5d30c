import * as v from 'valibot'
import { DepositSchema } from './deposits.ts'
import { endpoint } from './endpoint.ts'
import { IdempotencyKeySchema } from './idempotency-key.ts'
import {
  ChainIdSchema,
  CoinIdSchema,
  CountSchema,
  DecimalSchema,
  EvmAddressSchema,
  RowIdSchema,
  ShownEvmAddressSchema,
} from './values.ts'
import { WebLinkSchema } from './web-link.ts'

const QuantitySchema = v.pipe(v.string(), v.regex(/^0x[0-9a-f]+$/))

/** In lower case. */
export const TransactionHashSchema = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/), v.toLowerCase())

/** US dollars. */
export const MOST_PRACTICE_USD = 1_000_000

/** Larger amounts exceed the range of ledger and chain. */
export const MOST_PAID = '999999999'

/** With at most as many decimals as the ledger keeps. */
export const PaidAmountSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('required'),
  v.regex(/^(?=.*[1-9])(?:0|[1-9]\d{0,8})(?:\.\d{1,8})?$/, 'amount'),
)

export const WalletAssetSchema = v.object({
  /** EIP-155 id of the chain it is sent on. */
  chainId: ChainIdSchema,
  coin: CoinIdSchema,
  contract: v.nullable(ShownEvmAddressSchema),
  recipient: ShownEvmAddressSchema,
  /** Most decimals of an amount. */
  decimals: CountSchema,
  /** Smaller deposits are never credited. */
  minimum: DecimalSchema,
  /** Blocks after a transfer's own. */
  confirmations: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** A practice chain in the server: no wallet sends anything. */
  isPractice: v.boolean(),
})
export type WalletAsset = v.InferOutput<typeof WalletAssetSchema>

export const listWalletAssets = endpoint({
  method: 'GET',
  path: '/wallet-assets',
  tag: 'deposits',
  access: 'public',
  isOpen: true,
  summary: 'List coins that can be deposited from a connected wallet, with their chains',
  data: v.array(WalletAssetSchema),
  errors: [],
})

export const INTENT_STATUSES = [
  /** Not reported as sent yet. */
  'waiting',
  /** The wallet was asked to send and its answer is unknown: the server looks for the transaction on the chain. */
  'unanswered',
  /** Sent; not in a block yet. */
  'sent',
  /** In a block; `deposit` has the progress. */
  'seen',
  /** The transaction was reverted. */
  'failed',
  'replaced',
  'dropped',
] as const
export type IntentStatus = (typeof INTENT_STATUSES)[number]

export const WalletDepositSchema = v.object({
  id: RowIdSchema,
  status: v.picklist(INTENT_STATUSES),
  chainId: ChainIdSchema,
  isPractice: v.boolean(),
  coin: CoinIdSchema,
  amount: DecimalSchema,
  sender: ShownEvmAddressSchema,
  txId: v.nullable(v.string()),
  /** Page of a block explorer; null if the chain has none. */
  explorerUrl: v.nullable(WebLinkSchema),
  /** For `eth_sendTransaction`. */
  transaction: v.object({ to: ShownEvmAddressSchema, value: QuantitySchema, data: v.string() }),
  deposit: v.nullable(DepositSchema),
})
export type WalletDeposit = v.InferOutput<typeof WalletDepositSchema>

export const openWalletDeposit = endpoint({
  method: 'POST',
  path: '/user/wallet-deposits',
  tag: 'deposits',
  access: 'player',
  summary: 'Open a deposit from a linked wallet: get the transfer to send, which is then followed',
  body: v.object({
    chainId: ChainIdSchema,
    coin: CoinIdSchema,
    amount: PaidAmountSchema,
    sender: EvmAddressSchema,
    /** The paid coin, or one that players can choose to receive. */
    receives: CoinIdSchema,
    /** The same key is the same deposit. */
    idempotencyKey: IdempotencyKeySchema,
  }),
  data: WalletDepositSchema,
  errors: [
    'wallet_not_linked',
    'wallet_chain_unsupported',
    'wallet_practice_limit',
    'conflict',
    'break_active',
    'limit_reached',
    'rate_limited',
  ],
})

export const listWalletDeposits = endpoint({
  method: 'GET',
  path: '/user/wallet-deposits',
  tag: 'deposits',
  access: 'player',
  summary: 'List the newest deposits of the player from wallets, with their state',
  data: v.array(WalletDepositSchema),
  errors: [],
})

export const reportTransaction = endpoint({
  method: 'PUT',
  path: '/user/wallet-deposits/:id/transaction',
  tag: 'deposits',
  access: 'player',
  summary: 'Report the transaction that the wallet sent; it is followed, but credits nothing by itself',
  params: v.object({ id: RowIdSchema }),
  /** Null when the wallet was asked to send and its answer is unknown. */
  body: v.object({ txId: v.nullable(TransactionHashSchema) }),
  data: WalletDepositSchema,
  errors: ['not_found', 'conflict', 'rate_limited'],
})

export const simulateWalletTransfer = endpoint({
  method: 'POST',
  path: '/user/wallet-deposits/:id/simulate',
  tag: 'deposits',
  access: 'player',
  summary: 'Practice chain: send the transfer instead of the wallet',
  params: v.object({ id: RowIdSchema }),
  data: WalletDepositSchema,
  errors: ['forbidden', 'not_found', 'conflict', 'break_active', 'limit_reached', 'rate_limited'],
})
