import { keccak_256 } from '@noble/hashes/sha3.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import type { EvmAddress } from '#contract/values.ts'
import { resultOrRetry, CONCURRENT_CALLS, mapConcurrently, requestAll, type Call } from './batch-node.ts'
import { isTooLarge, NodeUnavailable, RpcFailure, type ChainNode } from './chain-node.ts'
import { HeaderSchema, LogSchema, toHex, topicOf, TRANSFER, type Header } from './evm-answers.ts'
import type { BlockRange, BlocksRead, EvmBlock, EvmTransfer, Received } from './evm-source.ts'

const TIMEOUT_MS = 15_000
/** An Ethereum header with its transaction hashes is some 20 kB. A larger one is requested again, alone. */
const MAX_HEADER_BYTES = 256 * 1024
const MAX_EVENTS_BYTES = 1024 * 1024
/** Cached blocks are read once, not in every round until they are final. */
const MAX_CACHED_BLOCKS = 600
/** Nodes truncate lists of events at round limits (100, 250, …). A list with such a length may be truncated. */
const LIMIT_STEP = 50

interface CachedBlock extends EvmBlock {
  readonly parent: string
  readonly transfers: readonly EvmTransfer[]
  readonly received: readonly Received[]
}

/** Wrapped, so that `null` can stand for a truncated list. */
interface EventsAnswer {
  readonly events: unknown
}

interface BlockReaderOptions {
  readonly node: ChainNode
  /** Index within the block of the transaction's first event. @throws NodeUnavailable unless its receipt is of this block */
  readonly firstLogIndex: (txId: string, block: EvmBlock) => Promise<number>
  /** All moves of a block, from its receipts. @throws NodeUnavailable also when the chain has replaced the block */
  readonly movesByReceipts: (
    block: EvmBlock,
    terms: Pick<BlockRange, 'house' | 'tokens'>,
  ) => Promise<readonly EvmTransfer[]>
}

interface Reader extends BlockReaderOptions {
  cached: readonly CachedBlock[]
  cachedTerms: string
  /** For the block in progress. They survive a failed read, so that the retry does not request them again. */
  firstLogIndexes: { readonly hash: string; readonly byTxId: Map<string, number> }
}

/**
 * Reads consecutive blocks, each by its hash: a node without that block returns an error. When asked by block number, it
 * would return an empty list.
 */
export function createBlockReader(options: BlockReaderOptions): (range: BlockRange) => Promise<BlocksRead> {
  const reader: Reader = {
    ...options,
    cached: [],
    cachedTerms: '',
    firstLogIndexes: { hash: '', byTxId: new Map() },
  }
  return (range) => readBlocks(reader, range)
}

async function readBlocks(reader: Reader, range: BlockRange): Promise<BlocksRead> {
  const { fromBlock, toBlock } = range
  const fresh = await freshHeaders(reader, range)
  const hasTokens = range.tokens.length > 0
  const calls = fresh.map(({ hash }) => eventsCall(range, hash))
  const outcomes = hasTokens ? await requestAll(reader.node, calls, TIMEOUT_MS) : []
  const isInRange = ({ block }: EvmBlock) => block >= fromBlock && block <= toBlock
  for (const [at, header] of fresh.entries()) {
    try {
      const call = calls[at]
      const answer = hasTokens && call ? await eventsOf(reader.node, call, outcomes[at]) : { events: [] }
      const block = await readBlock(reader, { header, answer, range })
      reader.cached = [...reader.cached, block].slice(-MAX_CACHED_BLOCKS)
    } catch (error) {
      // Keep the blocks before the failure. Throw only when the first one fails.
      const isNodeFailure = error instanceof NodeUnavailable || error instanceof RpcFailure
      if (!isNodeFailure || !reader.cached.some(isInRange)) throw error
      break
    }
  }
  const blocks = reader.cached.filter(isInRange)
  return {
    parent: blocks[0]?.parent ?? null,
    last: blocks.at(-1) ?? null,
    transfers: blocks.flatMap(({ transfers }) => transfers),
    received: blocks.flatMap(({ received }) => received),
  }
}

/** Headers of the range that are not cached. Clears the cache when it belongs to other terms or to a replaced chain. */
async function freshHeaders(reader: Reader, range: BlockRange): Promise<readonly Header[]> {
  const { fromBlock, toBlock, ...terms } = range
  const key = JSON.stringify(terms, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  const [first, top] = [reader.cached[0], reader.cached.at(-1)]
  const continues =
    key === reader.cachedTerms && first && top && first.block <= fromBlock && top.block >= fromBlock - 1
  if (!continues) {
    reader.cached = []
    reader.cachedTerms = key
  }
  let found = await readHeaders(
    reader.node,
    continues ? Math.min(top.block + 1, toBlock) : fromBlock,
    toBlock,
  )
  // Blocks are linked by parent hashes: a chain that contains the newest cached block contains all of them.
  const [next] = found
  const isReplaced =
    continues && next && next.parentHash !== top.hash && reader.cached.every(({ hash }) => hash !== next.hash)
  if (isReplaced) {
    reader.cached = []
    found = await readHeaders(reader.node, fromBlock, toBlock)
  }
  return found.filter(({ hash }) => !reader.cached.some((each) => each.hash === hash))
}

async function readHeaders(node: ChainNode, fromBlock: number, toBlock: number): Promise<readonly Header[]> {
  const numbers = Array.from({ length: toBlock - fromBlock + 1 }, (_, at) => fromBlock + at)
  const calls = numbers.map((number): Call => ({
    method: 'eth_getBlockByNumber',
    params: [toHex(number), false],
    maxBytes: MAX_HEADER_BYTES,
  }))
  const found: Header[] = []
  const outcomes = await requestAll(node, calls, TIMEOUT_MS)
  for (const [at, call] of calls.entries()) {
    const answer = await resultOrRetry(node, call, outcomes[at], TIMEOUT_MS).catch((error: unknown) => {
      // An RPC error means that the node lacks the block. Any failure keeps the blocks before it.
      if (error instanceof RpcFailure || (error instanceof NodeUnavailable && at > 0)) return null
      throw error
    })
    if (answer === null) break
    const header = v.safeParse(HeaderSchema, answer)
    if (!header.success || header.output.number !== numbers[at]) {
      throw new NodeUnavailable(`The node returned something else than block ${numbers[at]}`)
    }
    const before = found.at(-1)
    // A reorg happened between the calls: the next block belongs to another chain.
    if (before && header.output.parentHash !== before.hash) break
    found.push(header.output)
  }
  return found
}

const eventsCall = ({ tokens, house }: BlockRange, blockHash: string): Call => ({
  method: 'eth_getLogs',
  params: [
    {
      address: tokens.map(({ contract }) => contract),
      topics: [TRANSFER, null, house.map(topicOf)],
      blockHash,
    },
  ],
  maxBytes: MAX_EVENTS_BYTES,
})

/** Null where the node truncates the list. @throws NodeUnavailable also when it does not have the block */
async function eventsOf(
  node: ChainNode,
  call: Call,
  outcome: PromiseSettledResult<unknown> | undefined,
): Promise<EventsAnswer | null> {
  try {
    return { events: await resultOrRetry(node, call, outcome, TIMEOUT_MS) }
  } catch (error) {
    if (!(error instanceof RpcFailure)) throw error
    if (isTooManyEvents(error)) return null
    throw new NodeUnavailable('The node does not return the events of a block', { cause: error })
  }
}

async function readBlock(
  reader: Reader,
  {
    header: { number, hash, timestamp, parentHash, logsBloom },
    answer,
    range,
  }: { readonly header: Header; readonly answer: EventsAnswer | null; readonly range: BlockRange },
): Promise<CachedBlock> {
  const { house, tokens, unproven } = range
  const block = { block: number, hash, at: timestamp * 1_000 }
  const events = parseEvents(answer, block, range)
  const hasEvent = (contract: EvmAddress, to: EvmAddress) =>
    events.some((each) => each.address === contract && each.topics[2] === to)
  const mayOmitEvents = unproven.some((contract) =>
    house.some(
      (to) => !hasEvent(contract, to) && bloomMayContain(logsBloom, [contract, TRANSFER, topicOf(to)]),
    ),
  )
  const reachesMinimum = ({ contract, amount }: Pick<EvmTransfer, 'contract' | 'amount'>) =>
    tokens.some((token) => token.contract === contract && amount >= token.least)
  const mayBeTruncated = !answer || (events.length > 0 && events.length % LIMIT_STEP === 0)
  const receipts =
    mayOmitEvents || mayBeTruncated
      ? await movesOrNull(reader, block, { range, hasEvents: answer !== null })
      : null
  const moves =
    receipts ??
    (await withLogIndexes(
      reader,
      block,
      events.map(({ address: contract, transactionHash: txId, topics: [, from, to], data, logIndex }) => ({
        contract,
        from,
        to,
        amount: data,
        txId,
        logIndex,
        block: number,
        at: block.at,
      })),
      reachesMinimum,
    ))
  const incoming = moves.filter(({ to, contract }) => contract !== null && house.includes(to))
  return {
    ...block,
    parent: parentHash,
    transfers: incoming.filter(reachesMinimum),
    received: incoming.map(({ to: address, contract, amount }) => ({
      address,
      contract,
      amount,
      block: number,
    })),
  }
}

function parseEvents(answer: EventsAnswer | null, { block, hash }: EvmBlock, { house, tokens }: BlockRange) {
  const logs = v.safeParse(v.array(LogSchema), answer ? answer.events : [])
  const matchesFilter = (each: v.InferOutput<typeof LogSchema>) =>
    each.blockHash === hash &&
    !each.removed &&
    house.includes(each.topics[2]) &&
    tokens.some(({ contract }) => contract === each.address)
  if (!logs.success || !logs.output.every(matchesFilter)) {
    throw new NodeUnavailable(`The node has events of block ${block} that cannot be read`)
  }
  return [...new Map(logs.output.map((each) => [each.logIndex, each])).values()]
}

/** Null where a receipt exceeds the size limit: a huge receipt must not block the watcher. */
async function movesOrNull(
  { movesByReceipts }: Reader,
  block: EvmBlock,
  { range, hasEvents }: { readonly range: BlockRange; readonly hasEvents: boolean },
) {
  try {
    return await movesByReceipts(block, range)
  } catch (error) {
    if (hasEvents && isTooLarge(error)) return null
    throw error
  }
}

/** Transfers below the minimum get no log index: an attacker can send thousands of them cheaply. */
async function withLogIndexes(
  reader: Reader,
  block: EvmBlock,
  transfers: readonly EvmTransfer[],
  reachesMinimum: (transfer: EvmTransfer) => boolean,
): Promise<readonly EvmTransfer[]> {
  if (reader.firstLogIndexes.hash !== block.hash) {
    reader.firstLogIndexes = { hash: block.hash, byTxId: new Map() }
  }
  const { byTxId } = reader.firstLogIndexes
  const txIds = new Set(transfers.filter(reachesMinimum).map(({ txId }) => txId))
  const left = [...txIds].filter((txId) => !byTxId.has(txId))
  await mapConcurrently(left, CONCURRENT_CALLS, async (txId) => {
    byTxId.set(txId, await reader.firstLogIndex(txId, block))
  })
  return transfers.map((each) => {
    const first = byTxId.get(each.txId)
    return { ...each, logIndex: first === undefined ? UNNUMBERED : each.logIndex - first }
  })
}

/** Some nodes limit the number of events even for one block. */
const isTooManyEvents = ({ message }: RpcFailure) =>
  /exceed|limit|more than|too (?:many|large)/i.test(message) &&
  /results|logs?\b|events|response/i.test(message)

/** Log index of a transfer that is not recorded. */
const UNNUMBERED = -2

export function bloomMayContain(bloom: string | null | undefined, words: readonly string[]): boolean {
  // Some chains have no bloom filter.
  if (bloom === null || bloom === undefined || /^0x0*$/.test(bloom)) return false
  const bits = hexToBytes(bloom.slice(2))
  return words.every((word) => {
    const hash = keccak_256(hexToBytes(word.slice(2)))
    return [0, 2, 4].every((at) => {
      const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2_047
      return ((bits[255 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0
    })
  })
}
