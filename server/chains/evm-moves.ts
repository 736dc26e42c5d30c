import * as v from 'valibot'
import { EvmAddressSchema, type EvmAddress } from '#contract/values.ts'
import {
  isTooLarge,
  NodeUnavailable,
  QuantitySchema,
  requestParsed,
  RpcFailure,
  type ChainNode,
} from './chain-node.ts'
import { resultOrRetry, requestAll } from './batch-node.ts'
import {
  BlockSchema,
  hasUnreadTransfer,
  HashSchema,
  MAX_UNDIVIDED_BYTES,
  ReceiptSchema,
  toHex,
  transfersIn,
} from './evm-answers.ts'
import { UNKNOWN_SENDER, type BlockMoves, type EvmBalances, type EvmTransfer } from './evm-source.ts'

const TIMEOUT_MS = 15_000
const MAX_RECEIPT_BYTES = 1024 * 1024

const FullBlockSchema = v.object({
  ...BlockSchema.entries,
  transactions: v.array(
    v.object({
      hash: HashSchema,
      from: EvmAddressSchema,
      to: v.nullish(EvmAddressSchema, null),
      value: QuantitySchema,
    }),
  ),
})
type Transaction = v.InferOutput<typeof FullBlockSchema>['transactions'][number]

/** A call inside a transaction, in the format of geth's `callTracer`. */
interface Call {
  readonly from: EvmAddress
  readonly to: EvmAddress | null
  readonly value: bigint
  readonly type: string
  readonly error: string | null
  readonly calls: readonly Call[]
}
const CallSchema: v.GenericSchema<unknown, Call> = v.object({
  from: EvmAddressSchema,
  to: v.nullish(EvmAddressSchema, null),
  value: v.nullish(QuantitySchema, '0x0'),
  type: v.string(),
  error: v.nullish(v.string(), null),
  calls: v.optional(v.array(v.lazy(() => CallSchema)), []),
})
const TracesSchema = v.array(v.object({ result: CallSchema }))

/** @throws NodeUnavailable also when the node omits a receipt of the block */
export function createMoveReader(node: ChainNode): EvmBalances['movesOfBlock'] {
  const receiptsOf = createReceiptReader(node)
  return (number, terms) => movesOfBlock(node, number, { ...terms, receiptsOf })
}

async function movesOfBlock(
  node: ChainNode,
  number: number,
  {
    house,
    tokens,
    isTraced,
    receiptsOf,
  }: Parameters<EvmBalances['movesOfBlock']>[1] & { readonly receiptsOf: ReceiptReader },
): Promise<BlockMoves> {
  const block = await requestParsed(node, {
    schema: v.nullable(FullBlockSchema),
    method: 'eth_getBlockByNumber',
    params: [toHex(number), true],
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_UNDIVIDED_BYTES,
  })
  if (block?.number !== number) throw new NodeUnavailable(`The node does not have block ${number}`)
  const { hash, timestamp, transactions } = block
  const at = timestamp * 1_000
  const receipts = await receiptsOf({ number, hash }, transactions)
  const contracts = tokens.map(({ contract }) => contract)
  const isHouse = (address: EvmAddress | null) => address !== null && house.includes(address)
  const moves: EvmTransfer[] = []
  const own = new Map<string, EvmTransfer>()
  const addCoinMove = (txId: string, { from, to, value }: Pick<Call, 'from' | 'to' | 'value'>) => {
    if (value === 0n || to === null || !(isHouse(from) || isHouse(to))) return
    // A transfer between two addresses of the house counts as outgoing.
    const key = isHouse(to) && !isHouse(from) ? `${txId} to ${to}` : `${txId} from ${from} to ${to}`
    const known = own.get(key)
    const move = { txId, logIndex: NATIVE_COIN, contract: null, from, to, amount: value, block: number, at }
    if (!known) own.set(key, move)
    // One transaction can carry payments of several payers. None of them may be credited with the sum.
    else
      own.set(key, {
        ...known,
        amount: known.amount + value,
        from: known.from === from ? from : UNKNOWN_SENDER,
      })
  }
  const traces = isTraced ? await tracesOf(node, hash, transactions.length) : null
  for (const [index, transaction] of transactions.entries()) {
    const receipt = receipts[index]
    if (receipt?.status !== '0x1') continue
    if (hasUnreadTransfer(receipt, contracts)) {
      throw new NodeUnavailable(`The node has events of block ${number} that cannot be read`)
    }
    for (const each of transfersIn(receipt)) {
      const isAsked = tokens.some(({ contract }) => contract === each.contract)
      if (!isAsked || each.amount === 0n || !(isHouse(each.from) || isHouse(each.to))) continue
      moves.push({ ...each, txId: transaction.hash, block: number, at })
    }
    addCoinMove(transaction.hash, transaction)
    for (const inner of internalCalls(traces?.[index])) addCoinMove(transaction.hash, inner)
  }
  const paidFees = transactions.filter(({ from }) => isHouse(from)).map(({ from }) => from)
  return {
    block: number,
    hash,
    at,
    paidFees,
    isTraced: traces !== null,
    moves: [...moves, ...own.values()],
  }
}

const NATIVE_COIN = -1

/** Null where the node does not support the method or the answer is too large. @throws NodeUnavailable */
async function requestOrNull(node: ChainNode, method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    return await node.request(method, params, TIMEOUT_MS, MAX_UNDIVIDED_BYTES)
  } catch (error) {
    if (error instanceof RpcFailure || isTooLarge(error)) return null
    throw error
  }
}

const FullReceiptSchema = v.object({ ...ReceiptSchema.entries, transactionHash: HashSchema })
type Receipt = v.InferOutput<typeof FullReceiptSchema>
type ReceiptReader = (
  block: { readonly number: number; readonly hash: string },
  transactions: readonly Transaction[],
) => Promise<readonly Receipt[]>

function createReceiptReader(node: ChainNode): ReceiptReader {
  /** Receipts of the block in progress: they survive a failed read, so that the retry does not request them again. */
  let read = { hash: '', receipts: new Map<string, Receipt>() }

  return async function receiptsOf({ number, hash }, transactions) {
    if (transactions.length === 0) return []
    if (read.hash !== hash) read = { hash, receipts: new Map() }
    const { receipts } = read
    const keep = (answer: unknown) => {
      const receipt = v.safeParse(FullReceiptSchema, answer)
      if (receipt.success && receipt.output.blockHash === hash)
        receipts.set(receipt.output.transactionHash, receipt.output)
    }
    const all = receipts.size > 0 ? null : await requestOrNull(node, 'eth_getBlockReceipts', [toHex(number)])
    const failures: unknown[] = []
    if (Array.isArray(all)) all.forEach(keep)
    else {
      const calls = transactions
        .filter((each) => !receipts.has(each.hash))
        .map((each) => ({
          method: 'eth_getTransactionReceipt',
          params: [each.hash],
          maxBytes: MAX_RECEIPT_BYTES,
        }))
      const outcomes = await requestAll(node, calls, TIMEOUT_MS)
      for (const [at, call] of calls.entries()) {
        await resultOrRetry(node, call, outcomes[at], TIMEOUT_MS).then(keep, (error) => failures.push(error))
      }
    }
    const found = transactions.flatMap((each) => receipts.get(each.hash) ?? [])
    if (found.length < transactions.length) {
      const tooLarge = failures.find(isTooLarge)
      if (tooLarge instanceof Error) throw tooLarge
      throw new NodeUnavailable(`The node leaves out receipts of block ${number}`, { cause: failures[0] })
    }
    read = { hash: '', receipts: new Map() }
    return found
  }
}

/** Null where the node does not trace. */
async function tracesOf(node: ChainNode, hash: string, count: number): Promise<readonly Call[] | null> {
  const answer = await requestOrNull(node, 'debug_traceBlockByHash', [hash, { tracer: 'callTracer' }])
  const traces = v.safeParse(TracesSchema, answer)
  return traces.success && traces.output.length === count ? traces.output.map(({ result }) => result) : null
}

/** Calls that moved the native coin. A failed call moved nothing, nor did the calls below it. */
function internalCalls(call: Call | undefined): readonly Call[] {
  if (!call || call.error !== null) return []
  return call.calls.flatMap((each) =>
    each.error === null
      ? [
          ...(['CALL', 'SELFDESTRUCT', 'CREATE', 'CREATE2'].includes(each.type) ? [each] : []),
          ...internalCalls(each),
        ]
      : [],
  )
}
