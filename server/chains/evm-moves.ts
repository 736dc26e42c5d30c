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
import { answerOf, requestAll } from './batch-node.ts'
import {
  BlockSchema,
  hasUnreadTransfer,
  HashSchema,
  MAX_UNDIVIDED_BYTES,
  ReceiptSchema,
  toHex,
  transfersIn,
} from './evm-answers.ts'
import { NOBODY, type BlockMoves, type EvmBalances, type EvmTransfer } from './evm-source.ts'

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

/** One call inside a transaction, as geth's `callTracer` tells it. */
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

/** Reads blocks to their end. @throws NodeUnavailable also when the node leaves out one of their receipts */
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
  const keepOwn = (txId: string, { from, to, value }: Pick<Call, 'from' | 'to' | 'value'>) => {
    if (value === 0n || to === null || !(isHouse(from) || isHouse(to))) return
    // What leaves the house is told of the address that it leaves.
    const key = isHouse(to) && !isHouse(from) ? `${txId} to ${to}` : `${txId} from ${from} to ${to}`
    const known = own.get(key)
    const move = { txId, logIndex: OWN_COIN, contract: null, from, to, amount: value, block: number, at }
    if (!known) own.set(key, move)
    // Of several payers in one transaction, which anybody may send, none may get what another one paid.
    else own.set(key, { ...known, amount: known.amount + value, from: known.from === from ? from : NOBODY })
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
    keepOwn(transaction.hash, transaction)
    for (const inner of insideOf(traces?.[index])) keepOwn(transaction.hash, inner)
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

/** As `EvmTransfer` names the chain's own coin. */
const OWN_COIN = -1

/** Null where the node refuses the method, which not every node has, or answers too much. @throws NodeUnavailable */
async function askOrNull(node: ChainNode, method: string, params: readonly unknown[]): Promise<unknown> {
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
  /** Of a block that is not read to its end: what was asked for is not lost with a call after it that fails. */
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
    const all = receipts.size > 0 ? null : await askOrNull(node, 'eth_getBlockReceipts', [toHex(number)])
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
        await answerOf(node, call, outcomes[at], TIMEOUT_MS).then(keep, (error) => failures.push(error))
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

/** What each transaction of a block did inside; null where the node does not trace. */
async function tracesOf(node: ChainNode, hash: string, count: number): Promise<readonly Call[] | null> {
  const answer = await askOrNull(node, 'debug_traceBlockByHash', [hash, { tracer: 'callTracer' }])
  const traces = v.safeParse(TracesSchema, answer)
  return traces.success && traces.output.length === count ? traces.output.map(({ result }) => result) : null
}

/** Calls that moved the chain's own coin: what failed has moved nothing, nor has what it called. */
function insideOf(call: Call | undefined): readonly Call[] {
  if (!call || call.error !== null) return []
  return call.calls.flatMap((each) =>
    each.error === null
      ? [
          ...(['CALL', 'SELFDESTRUCT', 'CREATE', 'CREATE2'].includes(each.type) ? [each] : []),
          ...insideOf(each),
        ]
      : [],
  )
}
