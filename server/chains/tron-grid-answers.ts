import * as v from 'valibot'
import { BlockMomentSchema } from './block-time.ts'
import { isTronAddress, tronAddress } from './tron-address.ts'
import type { ReceivedToken, TokenTransfer } from './tron-source.ts'

// Formats of TronGrid, reduced to the fields that are used.

/** `keccak256('Transfer(address,address,uint256)')`, without `0x` as TRON writes it. */
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const CountSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const TxIdSchema = v.pipe(v.string(), v.regex(/^[0-9a-fA-F]{64}$/), v.toLowerCase())
/** TronGrid sends a decimal string, a hexadecimal string or a number, depending on the version. */
const AmountSchema = v.union([
  v.pipe(
    v.string(),
    v.regex(/^(?:\d{1,78}|0x[0-9a-fA-F]{1,64})$/),
    v.transform((text) => BigInt(text)),
  ),
  v.pipe(
    CountSchema,
    v.transform((count) => BigInt(count)),
  ),
])
const Base58Schema = v.pipe(v.string(), v.check(isTronAddress))
/** Events contain addresses as 20 bytes of hexadecimal, in some versions with TRON's prefix 41. */
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

/** Parameters are keyed by name or by position. */
const ResultSchema = v.pipe(
  v.looseObject({}),
  v.transform((result: Readonly<Record<string, unknown>>) => ({
    from: result.from ?? result._from ?? result['0'],
    to: result.to ?? result._to ?? result['1'],
    value: result.value ?? result._value ?? result['2'],
  })),
  v.object({ from: AddressSchema, to: AddressSchema, value: AmountSchema }),
)
const EventSchema = v.pipe(
  v.object({
    event_name: v.literal('Transfer'),
    transaction_id: TxIdSchema,
    event_index: CountSchema,
    contract_address: AddressSchema,
    block_number: CountSchema,
    block_timestamp: BlockMomentSchema,
    result: ResultSchema,
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
const NamedEventSchema = v.object({ transaction_id: TxIdSchema, event_index: CountSchema })
const OtherEventSchema = v.union([
  v.object({
    event_name: v.pipe(
      v.string(),
      v.check((name) => name !== 'Transfer'),
    ),
  }),
  v.object({ contract_address: AddressSchema }),
])

export interface UnreadEvent {
  readonly txId: string
  readonly logIndex: number
}

/**
 * Null for another event or another contract.
 * @throws Error for an event that cannot even be looked up: it may have moved money
 */
export function readEvent(event: unknown, contract: string): TokenTransfer | UnreadEvent | null {
  const read = v.safeParse(EventSchema, event)
  if (read.success) return read.output.contract === contract ? read.output : null
  const other = v.safeParse(OtherEventSchema, event)
  const isOther =
    other.success && ('event_name' in other.output || other.output.contract_address !== contract)
  if (isOther) return null
  const named = v.safeParse(NamedEventSchema, event)
  if (!named.success) throw new Error(`TronGrid returned an unreadable event of ${contract}`)
  return { txId: named.output.transaction_id, logIndex: named.output.event_index }
}

/** `GET /v1/contracts/:address/events` and `GET /v1/transactions/:id/events` */
export const EventsSchema = v.object({
  success: v.literal(true),
  data: v.array(
    // Reject the whole page, do not skip the event: it may have moved money.
    v.pipe(v.unknown(), v.check(hasNoWrongTime)),
  ),
  meta: v.optional(v.object({ fingerprint: v.optional(v.string()) })),
})
/** Skips unknown formats: any contract can emit events in a transaction. */
export const readStandardEvents = (data: readonly unknown[]): readonly TokenTransfer[] =>
  data.flatMap((each) => {
    const read = v.safeParse(EventSchema, each)
    return read.success ? [read.output] : []
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

/** `GET /v1/accounts/:address/transactions/trc20` */
export const ReceivedSchema = v.object({
  success: v.literal(true),
  data: v.array(v.fallback(v.nullable(ReceivedTokenSchema), null)),
  meta: v.optional(v.object({ fingerprint: v.optional(v.string()) })),
})

export const ConstantSchema = v.object({
  constant_result: v.tuple([v.pipe(v.string(), v.regex(/^[0-9a-fA-F]{64}$/))]),
})

/** `gettransactioninfobyid`; empty for an unknown transaction. */
export const OutcomeSchema = v.object({
  id: v.optional(TxIdSchema),
  blockNumber: v.optional(CountSchema),
  blockTimeStamp: v.optional(BlockMomentSchema),
  receipt: v.optional(v.object({ result: v.optional(v.string()) })),
  log: v.optional(v.array(v.unknown())),
})

const word = v.pipe(v.string(), v.regex(/^[0-9a-fA-F]{64}$/))
/** An event as the node returns it: addresses are words of 32 bytes. */
const LogSchema = v.object({
  address: AddressSchema,
  topics: v.tuple([v.literal(TRANSFER), word, word]),
  data: word,
})

/** Null for another event or another contract. */
export function transferOfLog(
  log: unknown,
  contract: string,
): Pick<TokenTransfer, 'from' | 'to' | 'amount'> | null {
  const read = v.safeParse(LogSchema, log)
  if (!read.success || read.output.address !== contract) return null
  const [, from, to] = read.output.topics
  const address = (text: string) => tronAddress(Buffer.from(text.slice(-40), 'hex'))
  return { from: address(from), to: address(to), amount: BigInt(`0x${read.output.data}`) }
}
