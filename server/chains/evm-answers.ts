import * as v from 'valibot'
import { EvmAddressSchema, type EvmAddress } from '#contract/values.ts'
import { LAST_MOMENT_MS } from './block-time.ts'
import { isTooLarge, QuantitySchema, RpcFailure } from './chain-node.ts'
import { RangeTooLargeError } from './evm-source.ts'

/**
 * A full block of Ethereum is about half a megabyte. An attacker can fill one with up to 10 MB, which is 20 MB in
 * hexadecimal, and a node cannot return part of a block.
 */
export const MAX_UNDIVIDED_BYTES = 32 * 1024 * 1024

/** `keccak256('Transfer(address,address,uint256)')` */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export const HashSchema = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/), v.toLowerCase())
const NUMBER = /^0x[0-9a-fA-F]{1,13}$/
export const NumberSchema = v.pipe(v.string(), v.regex(NUMBER), v.transform(Number))
/** An address as an event has it: padded to 32 bytes. */
const TopicAddressSchema = v.pipe(
  v.string(),
  v.regex(/^0x0{24}[0-9a-fA-F]{40}$/),
  v.transform((text) => `0x${text.slice(26)}`),
  EvmAddressSchema,
)

export const BlockSchema = v.object({
  number: NumberSchema,
  hash: HashSchema,
  timestamp: v.pipe(NumberSchema, v.maxValue(Math.floor(LAST_MOMENT_MS / 1_000))),
})
export const HeaderSchema = v.object({
  ...BlockSchema.entries,
  parentHash: HashSchema,
  /** Null or empty on chains without bloom filters. */
  logsBloom: v.nullish(v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{512}$/))),
})
export type Header = v.InferOutput<typeof HeaderSchema>
export const TransactionSchema = v.object({
  hash: HashSchema,
  from: EvmAddressSchema,
  to: v.nullish(EvmAddressSchema, null),
  value: QuantitySchema,
  nonce: NumberSchema,
})
export const LogSchema = v.object({
  address: EvmAddressSchema,
  topics: v.tuple([v.literal(TRANSFER), TopicAddressSchema, TopicAddressSchema]),
  data: v.pipe(
    v.string(),
    v.regex(/^0x[0-9a-fA-F]{64}$/),
    v.transform((text) => BigInt(text)),
  ),
  transactionHash: HashSchema,
  logIndex: NumberSchema,
  blockNumber: NumberSchema,
  blockHash: HashSchema,
  removed: v.nullish(v.boolean(), false),
})
export const ReceiptSchema = v.object({
  status: v.picklist(['0x0', '0x1']),
  blockNumber: NumberSchema,
  blockHash: HashSchema,
  logs: v.array(
    v.pipe(
      v.looseObject({ logIndex: v.pipe(v.string(), v.regex(NUMBER)) }),
      v.transform((event) => ({ event, logIndex: Number(event.logIndex) })),
    ),
  ),
})
export type ReceiptAnswer = v.InferOutput<typeof ReceiptSchema>

/** Uses no spread: a receipt may hold more events than a call takes arguments. */
export const firstLogIndex = ({ logs }: Pick<ReceiptAnswer, 'logs'>) =>
  logs.reduce((first, { logIndex }) => Math.min(first, logIndex), Infinity)

/** Skips events that are no standard transfers. */
export function transfersIn(receipt: Pick<ReceiptAnswer, 'logs'>) {
  const first = firstLogIndex(receipt)
  return receipt.logs.flatMap(({ event }) => {
    const log = v.safeParse(LogSchema, event)
    if (!log.success) return []
    const { logIndex, address: contract, topics, data: amount } = log.output
    return { logIndex: logIndex - first, contract, amount, from: topics[1], to: topics[2] }
  })
}

const TransferSchema = v.object({
  address: EvmAddressSchema,
  topics: v.looseTuple([v.literal(TRANSFER)]),
})

/** True if one of these contracts emitted a transfer that cannot be parsed: it may have moved money. */
export const hasUnreadTransfer = (
  { logs }: Pick<ReceiptAnswer, 'logs'>,
  contracts: readonly EvmAddress[],
): boolean =>
  logs.some(({ event }) => {
    const transfer = v.safeParse(TransferSchema, event)
    return transfer.success && contracts.includes(transfer.output.address) && !v.is(LogSchema, event)
  })

export const toHex = (number: number) => `0x${number.toString(16)}`

/** Pads the address to 32 bytes, as event filters need it. */
export const topicOf = (address: EvmAddress) => `0x${address.slice(2).padStart(64, '0')}`

/** Nodes refuse a range with many different errors, or exceed the size limit. @throws RangeTooLargeError for both */
export function rethrowAsRangeTooLarge(error: unknown): never {
  const isRefused = error instanceof RpcFailure
  throw isRefused || isTooLarge(error)
    ? new RangeTooLargeError('The node accepts only fewer blocks', { cause: error })
    : error
}
