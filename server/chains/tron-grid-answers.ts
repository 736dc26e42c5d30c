import * as v from 'valibot'
import { BlockMomentSchema } from './block-time.ts'
import { isTronAddress, tronAddress } from './tron-address.ts'
import type { ReceivedToken, TokenTransfer } from './tron-source.ts'

// What TronGrid answers, as far as it is read. An event that is not in this form is left out instead of
// stopping the watcher: anybody can deploy a contract whose events look strange.

const CountSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const TxIdSchema = v.pipe(v.string(), v.regex(/^[0-9a-fA-F]{64}$/), v.toLowerCase())
const AmountSchema = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/),
  v.transform((text) => BigInt(text)),
)
const Base58Schema = v.pipe(v.string(), v.check(isTronAddress))
/** Events name addresses by their 20 bytes, `0x…`; with TRON's prefix 41 in some versions. */
const AddressSchema = v.union([
  Base58Schema,
  v.pipe(
    v.string(),
    v.regex(/^(?:0x|41|0x41)?[0-9a-fA-F]{40}$/),
    v.transform((text) => tronAddress(Buffer.from(text.slice(-40), 'hex'))),
  ),
])

export const BlockSchema = v.object({
  block_header: v.object({ raw_data: v.object({ number: CountSchema, timestamp: BlockMomentSchema }) }),
})

const EventSchema = v.pipe(
  v.object({
    event_name: v.literal('Transfer'),
    transaction_id: TxIdSchema,
    event_index: CountSchema,
    contract_address: Base58Schema,
    block_number: CountSchema,
    block_timestamp: BlockMomentSchema,
    result: v.object({ from: AddressSchema, to: AddressSchema, value: AmountSchema }),
  }),
  v.transform((event): TokenTransfer => ({
    txId: event.transaction_id,
    logIndex: event.event_index,
    contract: event.contract_address,
    from: event.result.from,
    to: event.result.to,
    amount: event.result.value,
    block: event.block_number,
    at: event.block_timestamp,
  })),
)

/** Of `GET /v1/contracts/:address/events` and `GET /v1/transactions/:id/events`. */
export const EventsSchema = v.object({
  success: v.literal(true),
  data: v.array(
    // Times are the node's own: an event with a wrong one is not left out, because money may have come with it.
    v.pipe(v.unknown(), v.check(hasNoWrongTime), v.fallback(v.nullable(EventSchema), null)),
  ),
  meta: v.optional(v.object({ fingerprint: v.optional(v.string()) })),
})

function hasNoWrongTime(event: unknown): boolean {
  const { block_timestamp: at } = (event ?? {}) as { readonly block_timestamp?: unknown }
  return typeof at !== 'number' || v.is(BlockMomentSchema, at)
}

const ReceivedTokenSchema = v.pipe(
  v.object({
    transaction_id: TxIdSchema,
    type: v.literal('Transfer'),
    block_timestamp: BlockMomentSchema,
    token_info: v.object({ address: Base58Schema }),
    from: AddressSchema,
    to: AddressSchema,
    value: AmountSchema,
  }),
  v.transform((each): ReceivedToken => ({
    txId: each.transaction_id,
    contract: each.token_info.address,
    from: each.from,
    to: each.to,
    amount: each.value,
    at: each.block_timestamp,
  })),
)

/** Of `GET /v1/accounts/:address/transactions/trc20`. */
export const ReceivedSchema = v.object({
  success: v.literal(true),
  data: v.array(v.fallback(v.nullable(ReceivedTokenSchema), null)),
  meta: v.optional(v.object({ fingerprint: v.optional(v.string()) })),
})

/** Of `triggerconstantcontract` that answers with a number. */
export const ConstantSchema = v.object({
  constant_result: v.tuple([v.pipe(v.string(), v.regex(/^[0-9a-fA-F]{64}$/))]),
})

/** Of `gettransactioninfobyid`; empty for a transaction that is not known. */
export const OutcomeSchema = v.object({
  id: v.optional(TxIdSchema),
  blockNumber: v.optional(CountSchema),
  receipt: v.optional(v.object({ result: v.optional(v.string()) })),
})
