import * as v from 'valibot'
import { EvmAddressSchema, type EvmAddress } from '#contract/values.ts'
import {
  beginningOf,
  isTooLarge,
  NodeUnavailable,
  QuantitySchema,
  requestParsed,
  RpcFailure,
  type ChainNode,
} from './chain-node.ts'
import { LAST_MOMENT_MS } from './block-time.ts'
import { RangeTooLargeError, type EvmBlock, type EvmSource, type EvmTransfer } from './evm-source.ts'

const TIMEOUT_MS = 8_000
/** A full block of Ethereum has about half a megabyte. */
const MAX_BLOCK_BYTES = 16 * 1024 * 1024
/** What cannot be asked for in parts: one transaction may fill its block with events, at anybody's expense. */
const MAX_UNDIVIDED_BYTES = 32 * 1024 * 1024
/** Receipts of transfers that are read again with every round until they are final. */
const MAX_RECEIPTS = 2_000
/** `keccak256('Transfer(address,address,uint256)')` */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** First four bytes of keccak-256 of `balanceOf(address)`. */
const BALANCE_OF = '0x70a08231'

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

const BlockSchema = v.object({
  number: NumberSchema,
  hash: HashSchema,
  timestamp: v.pipe(NumberSchema, v.maxValue(Math.floor(LAST_MOMENT_MS / 1_000))),
})
const TransactionSchema = v.object({
  hash: HashSchema,
  from: EvmAddressSchema,
  to: v.nullish(EvmAddressSchema, null),
  value: QuantitySchema,
  nonce: NumberSchema,
})
const FullBlockSchema = v.object({ transactions: v.array(v.looseObject({ from: EvmAddressSchema })) })
const LogSchema = v.object({
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
const ReceiptSchema = v.object({
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
type Receipt = v.InferOutput<typeof ReceiptSchema> & { readonly isPartial?: true }
const FirstLogSchema = v.object({
  transactionHash: HashSchema,
  blockNumber: NumberSchema,
  blockHash: HashSchema,
  logIndex: NumberSchema,
})
/** What is kept of a receipt, which may be large. */
type KeptReceipt = Pick<Receipt, 'status'> & { readonly firstLog: number; readonly at: number }

export interface EvmNode extends EvmSource {
  /** What an address holds of a token, or of the chain's own coin (null), in the smallest unit; by the newest block when left out. */
  balanceOf(address: EvmAddress, contract: EvmAddress | null, block?: number): Promise<bigint>
}

/** An EVM chain read over a node's JSON-RPC. */
export function createEvmNode(node: ChainNode): EvmNode {
  const receipts = new Map<string, KeptReceipt>()
  const ask = <T extends v.GenericSchema>(
    schema: T,
    method: string,
    params: readonly unknown[],
    maxBytes?: number,
  ) =>
    requestParsed(node, {
      ...{ schema, method, params, timeoutMs: TIMEOUT_MS },
      ...(maxBytes !== undefined && { maxBytes }),
    })

  const blockOf = async (name: string): Promise<EvmBlock | null> => {
    const found = await ask(v.nullable(BlockSchema), 'eth_getBlockByNumber', [name, false])
    return found && { block: found.number, hash: found.hash, at: found.timestamp * 1_000 }
  }
  const readReceipt = (txId: string): Promise<Receipt | null> =>
    ask(v.nullable(ReceiptSchema), 'eth_getTransactionReceipt', [txId], MAX_UNDIVIDED_BYTES).catch(
      (error: unknown) => receiptOfBeginning(error, txId),
    )

  /** What a transaction did in the very block that its event names; undefined when it is in another by now. */
  async function receiptIn(
    txId: string,
    { blockHash, blockNumber }: { readonly blockHash: string; readonly blockNumber: number },
    times: Map<string, number>,
  ): Promise<KeptReceipt | undefined> {
    const key = `${txId} ${blockHash}`
    const known = receipts.get(key)
    if (known) return known
    const receipt = await readReceipt(txId)
    if (receipt?.blockHash !== blockHash) return undefined
    const at = times.get(blockHash) ?? (await blockOf(toHex(blockNumber)))?.at
    if (at === undefined) throw new NodeUnavailable('The node names a block that it does not have')
    times.set(blockHash, at)
    if (receipts.size >= MAX_RECEIPTS) receipts.clear()
    const kept = { status: receipt.status, firstLog: firstLog(receipt), at }
    receipts.set(key, kept)
    return kept
  }

  return {
    async head() {
      const head = await blockOf('latest')
      if (!head) throw new NodeUnavailable('The node has no blocks')
      return head
    },
    block: (number) => blockOf(toHex(number)),

    async tokenTransfers({ to, contracts, fromBlock, toBlock }) {
      const topics = [TRANSFER, null, topicOf(to)]
      const filter = { address: contracts, topics, fromBlock: toHex(fromBlock), toBlock: toHex(toBlock) }
      const maxBytes = fromBlock === toBlock ? MAX_UNDIVIDED_BYTES : undefined
      const answer = await ask(v.array(v.unknown()), 'eth_getLogs', [filter], maxBytes).catch(refusedRange)
      const transfers: EvmTransfer[] = []
      const times = new Map<string, number>()
      for (const each of answer) {
        const parsed = v.safeParse(LogSchema, each)
        // A contract may give its event any form; what is no transfer moves no money.
        if (!parsed.success || parsed.output.removed) continue
        const {
          transactionHash: txId,
          topics: [, from, recipient],
          ...log
        } = parsed.output
        if (recipient !== to || !contracts.includes(log.address)) continue
        // Anybody may move nothing, as often as gas allows: it is not worth a question.
        if (log.data === 0n) continue
        const receipt = await receiptIn(txId, log, times)
        if (receipt?.status !== '0x1') continue
        transfers.push({
          ...{ txId, logIndex: log.logIndex - receipt.firstLog, contract: log.address, from, to },
          ...{ amount: log.data, block: log.blockNumber, at: receipt.at },
        })
      }
      return transfers
    },

    async transaction(txId) {
      const found = await ask(v.nullable(TransactionSchema), 'eth_getTransactionByHash', [txId])
      return found && { ...found, txId: found.hash }
    },

    async receipt(txId) {
      const found = await readReceipt(txId)
      if (!found) return null
      const block = await blockOf(toHex(found.blockNumber))
      if (!block) throw new NodeUnavailable('The node names a block that it does not have')
      // The chain has another block there by now.
      if (block.hash !== found.blockHash) return null
      const first = firstLog(found)
      const transfers = found.logs.flatMap(({ event }) => {
        const parsed = v.safeParse(LogSchema, event)
        if (!parsed.success) return []
        const { logIndex, address: contract, topics, data: amount } = parsed.output
        return { ...{ logIndex: logIndex - first, contract, amount }, from: topics[1], to: topics[2] }
      })
      const { isPartial = false } = found
      return { block: block.block, at: block.at, hasSucceeded: found.status === '0x1', isPartial, transfers }
    },

    nonceAt: (address, block) =>
      ask(NumberSchema, 'eth_getTransactionCount', [address, block === undefined ? 'latest' : toHex(block)]),

    async balanceOf(address, contract, block) {
      const at = block === undefined ? 'latest' : toHex(block)
      if (contract === null) return ask(QuantitySchema, 'eth_getBalance', [address, at])
      const data = `${BALANCE_OF}${address.slice(2).padStart(64, '0')}`
      return ask(QuantitySchema, 'eth_call', [{ to: contract, data }, at])
    },

    async transactionsOf(sender, block) {
      const params = [toHex(block), true]
      const found = await ask(v.nullable(FullBlockSchema), 'eth_getBlockByNumber', params, MAX_BLOCK_BYTES)
      // Nothing is known of its transactions: that is not the same as none.
      if (!found) throw new NodeUnavailable(`The node does not have block ${block}`)
      // Chains have kinds of transactions of their own; only those of the sender are to be understood.
      return found.transactions
        .filter(({ from }) => from === sender)
        .map((each) => {
          const parsed = v.safeParse(TransactionSchema, each)
          if (!parsed.success) throw new NodeUnavailable('The node has a transaction of another form')
          return { ...parsed.output, txId: parsed.output.hash }
        })
        .sort((one, another) => one.nonce - another.nonce)
    },
  }
}

/**
 * As much as the first event tells of a receipt that nobody reads to its end: where its transaction is, that its
 * events count from there, and that it has succeeded, because what fails leaves none. Its transfers are not known.
 */
function receiptOfBeginning(error: unknown, txId: string): Receipt {
  const bytes = beginningOf(error)
  const logs = bytes?.indexOf('"logs"') ?? -1
  if (!bytes || logs === -1) throw error
  // An event has no braces inside.
  const from = bytes.indexOf('{', logs)
  const first = v.safeParse(
    FirstLogSchema,
    parseJson(bytes.toString('utf8', from, bytes.indexOf('}', from) + 1)),
  )
  if (!first.success || first.output.transactionHash !== txId) throw error
  const { blockNumber, blockHash, logIndex } = first.output
  return {
    status: '0x1',
    blockNumber,
    blockHash,
    logs: [{ event: {}, logIndex }],
    isPartial: true,
  } as Receipt
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Without spreading: there may be more events than a call takes arguments. */
const firstLog = ({ logs }: Receipt) =>
  logs.reduce((first, { logIndex }) => Math.min(first, logIndex), Infinity)
export const toHex = (number: number) => `0x${number.toString(16)}`

/** An address as the filter of an event has it. */
export const topicOf = (address: EvmAddress) => `0x${address.slice(2).padStart(64, '0')}`

/** Nodes say in many ways that a range has too many blocks or events, or just answer more than is taken. */
export function refusedRange(error: unknown): never {
  const isRefused = error instanceof RpcFailure
  throw isRefused || isTooLarge(error)
    ? new RangeTooLargeError('The node wants fewer blocks', { cause: error })
    : error
}
