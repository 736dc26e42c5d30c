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

/** Hash of a transaction on an EVM chain, in lower case. */
export const TransactionHashSchema = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/), v.toLowerCase())

/** Most US dollars that one payment of practice money is worth. */
export const MOST_PRACTICE_USD = 1_000_000

/** More of a coin than this is not taken at once: neither ledger nor chain has room for any number. */
export const MOST_PAID = '999999999'

/** What can be paid from a wallet, at most as many decimals as the ledger keeps. */
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
  /** Contract of the token; null for the chain's own coin. */
  contract: v.nullable(ShownEvmAddressSchema),
  /** Address of the house on that chain. */
  recipient: ShownEvmAddressSchema,
  /** Most decimals an amount may have here. */
  decimals: CountSchema,
  /** Less is never credited. */
  minimum: DecimalSchema,
  /** Blocks that have to be built on a transfer's own. */
  confirmations: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** The chain is a practice one in the server: no wallet sends anything. */
  isPractice: v.boolean(),
})
export type WalletAsset = v.InferOutput<typeof WalletAssetSchema>

export const listWalletAssets = endpoint({
  method: 'GET',
  path: '/wallet-assets',
  tag: 'deposits',
  access: 'public',
  isOpen: true,
  summary: 'Coins that can be deposited from a connected wallet, and on which chain',
  data: v.array(WalletAssetSchema),
  errors: [],
})

export const INTENT_STATUSES = [
  /** Nobody said yet that it was sent. */
  'waiting',
  /** The wallet was asked, and nobody knows whether it sent: it is looked for on the chain. */
  'unanswered',
  /** On its way; the chain has not put it into a block. */
  'sent',
  /** In a block: `deposit` says how far it has come. */
  'seen',
  /** The chain took the transaction, and it moved nothing. */
  'failed',
  /** Another transaction of the wallet took its place. */
  'replaced',
  /** The chain does not know it any more. */
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
  /** Page about the transaction for people; null where the chain has none. */
  explorerUrl: v.nullable(WebLinkSchema),
  /** What the wallet is to send (`eth_sendTransaction`). */
  transaction: v.object({ to: ShownEvmAddressSchema, value: QuantitySchema, data: v.string() }),
  deposit: v.nullable(DepositSchema),
})
export type WalletDeposit = v.InferOutput<typeof WalletDepositSchema>

export const openWalletDeposit = endpoint({
  method: 'POST',
  path: '/user/wallet-deposits',
  tag: 'deposits',
  access: 'player',
  summary: 'What to send from a linked wallet for a deposit, which is followed from then on',
  body: v.object({
    chainId: ChainIdSchema,
    coin: CoinIdSchema,
    amount: PaidAmountSchema,
    sender: EvmAddressSchema,
    /** A coin that can be received for any other, or the one that is paid. */
    receives: CoinIdSchema,
    /** The same one again is the same deposit. */
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
  summary: 'The newest deposits of the player that were sent from a wallet, and where they stand',
  data: v.array(WalletDepositSchema),
  errors: [],
})

export const reportTransaction = endpoint({
  method: 'PUT',
  path: '/user/wallet-deposits/:id/transaction',
  tag: 'deposits',
  access: 'player',
  summary: 'The transaction that the wallet sent; it is followed, and credits nothing by itself',
  params: v.object({ id: RowIdSchema }),
  /** Null when the wallet was asked to send and never said what it did. */
  body: v.object({ txId: v.nullable(TransactionHashSchema) }),
  data: WalletDepositSchema,
  errors: ['not_found', 'conflict', 'rate_limited'],
})

export const simulateWalletTransfer = endpoint({
  method: 'POST',
  path: '/user/wallet-deposits/:id/simulate',
  tag: 'deposits',
  access: 'player',
  summary: 'Practice chain: sends what the wallet would send',
  params: v.object({ id: RowIdSchema }),
  data: WalletDepositSchema,
  errors: ['forbidden', 'not_found', 'conflict', 'break_active', 'limit_reached', 'rate_limited'],
})
