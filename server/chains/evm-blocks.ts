import { keccak_256 } from '@noble/hashes/sha3.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import type { EvmAddress } from '#contract/values.ts'
import { requestAll, type Call } from './batch-node.ts'
import { isTooLarge, NodeUnavailable, RpcFailure, type ChainNode } from './chain-node.ts'
import {
  HeaderSchema,
  LogSchema,
  MAX_UNDIVIDED_BYTES,
  toHex,
  topicOf,
  TRANSFER,
  type Header,
} from './evm-answers.ts'
import type { BlockRange, BlocksRead, EvmBlock, EvmTransfer, Received } from './evm-source.ts'

const TIMEOUT_MS = 15_000
/** A header of Ethereum with the hashes of its transactions has some 20 kB. */
const MAX_HEADER_BYTES = 256 * 1024
const MAX_EVENTS_BYTES = 1024 * 1024
/** Blocks that are remembered, so that each is read once and not with every round until it is final. */
const MOST_KEPT = 600
/** A list of events that ends with such a number may have been cut there. */
const LIMIT_STEP = 50

interface KeptBlock extends EvmBlock {
  readonly parent: string
  readonly transfers: readonly EvmTransfer[]
  readonly received: readonly Received[]
}

interface BlockReaderOptions {
  readonly node: ChainNode
  /** The block's number of the first event of a transaction. @throws NodeUnavailable unless its receipt is of this block */
  readonly firstLogOf: (txId: string, block: EvmBlock) => Promise<number>
  /** All that a block has moved, by its receipts. @throws NodeUnavailable also when the chain has another one there */
  readonly movesByReceipts: (
    block: EvmBlock,
    terms: Pick<BlockRange, 'house' | 'tokens'>,
  ) => Promise<readonly EvmTransfer[]>
}

/**
 * Reads blocks one after another, each by its hash: a node that does not have a block says so, where it would answer
 * a question about numbers with nothing.
 */
export function createBlockReader({ node, firstLogOf, movesByReceipts }: BlockReaderOptions) {
  /** In a row, each the parent of the next, and read with these terms. */
  let kept: KeptBlock[] = []
  let keptTerms = ''

  /** Those that the node has, in a row. */
  async function headers(fromBlock: number, toBlock: number): Promise<readonly Header[]> {
    const numbers = Array.from({ length: toBlock - fromBlock + 1 }, (_, at) => fromBlock + at)
    const calls = numbers.map((number): Call => ({
      ...{ method: 'eth_getBlockByNumber', params: [toHex(number), false] },
      maxBytes: MAX_HEADER_BYTES,
    }))
    const found: Header[] = []
    for (const [at, outcome] of (await requestAll(node, calls, TIMEOUT_MS)).entries()) {
      const answer = valueOf(outcome)
      if (answer === null) break
      const header = v.safeParse(HeaderSchema, answer)
      if (!header.success || header.output.number !== numbers[at]) {
        throw new NodeUnavailable(`The node answers with something else than block ${numbers[at]}`)
      }
      const before = found.at(-1)
      // The chain has just replaced some of them: what follows is of another.
      if (before && header.output.parentHash !== before.hash) break
      found.push(header.output)
    }
    return found
  }

  async function readEvents(
    { number, hash, timestamp, parentHash, logsBloom }: Header,
    answer: unknown,
    range: BlockRange,
  ): Promise<KeptBlock> {
    const { house, tokens, unproven } = range
    const block = { block: number, hash, at: timestamp * 1_000 }
    const logs = v.safeParse(v.array(LogSchema), answer)
    const isOfBlock = (each: v.InferOutput<typeof LogSchema>) =>
      each.blockHash === hash &&
      !each.removed &&
      house.includes(each.topics[2]) &&
      tokens.some(({ contract }) => contract === each.address)
    if (!logs.success || !logs.output.every(isOfBlock)) {
      throw new NodeUnavailable(`The node has events of block ${number} that cannot be read`)
    }
    const events = [...new Map(logs.output.map((each) => [each.logIndex, each])).values()]
    const isToldOf = (contract: EvmAddress, to: EvmAddress) =>
      events.some((each) => each.address === contract && each.topics[2] === to)
    const hasOmitted = unproven.some((contract) =>
      house.some((to) => !isToldOf(contract, to) && mayHave(logsBloom, [contract, TRANSFER, topicOf(to)])),
    )
    const isWorth = ({ contract, amount }: Pick<EvmTransfer, 'contract' | 'amount'>) =>
      tokens.some((token) => token.contract === contract && amount >= token.least)
    const isCut = events.length > 0 && events.length % LIMIT_STEP === 0
    const firstLogs = new Map<string, Promise<number>>()
    const firstLog = (txId: string) => {
      const asked = firstLogs.get(txId) ?? firstLogOf(txId, block)
      firstLogs.set(txId, asked)
      return asked
    }
    const moves =
      hasOmitted || isCut
        ? await movesByReceipts(block, range)
        : await Promise.all(
            events.map(async ({ transactionHash: txId, topics: [, from, to], ...event }) => {
              const transfer = { contract: event.address, from, to, amount: event.data }
              // Anybody may send a little, as often as gas allows.
              const logIndex = isWorth(transfer) ? event.logIndex - (await firstLog(txId)) : NOT_ASKED
              return { ...transfer, txId, logIndex, block: number, at: block.at }
            }),
          )
    const incoming = moves.filter(({ to, contract }) => contract !== null && house.includes(to))
    return {
      ...block,
      parent: parentHash,
      transfers: incoming.filter(isWorth),
      received: incoming.map(({ to: address, contract, amount }) => ({
        ...{ address, contract, amount, block: number },
      })),
    }
  }

  /** @throws NodeUnavailable also when the node does not have the block */
  async function eventsOf(outcome: PromiseSettledResult<unknown> | undefined, call: Call | undefined) {
    if (!outcome || !call) throw new Error('A block was not asked about')
    if (outcome.status === 'fulfilled') return outcome.value
    const reason: unknown = outcome.reason
    if (isTooLarge(reason)) return node.request(call.method, call.params, TIMEOUT_MS, MAX_UNDIVIDED_BYTES)
    if (!(reason instanceof RpcFailure)) throw reason
    throw new NodeUnavailable('The node does not tell the events of a block', { cause: reason })
  }

  return async function readBlocks(range: BlockRange): Promise<BlocksRead> {
    const { fromBlock, toBlock, ...terms } = range
    const key = JSON.stringify(terms, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    const [first, top] = [kept[0], kept.at(-1)]
    const goesOn = key === keptTerms && first && top && first.block <= fromBlock && top.block >= fromBlock - 1
    if (!goesOn) [kept, keptTerms] = [[], key]
    // Blocks are linked by their parents: a chain that has the newest of those that were read has them all.
    let found = await headers(goesOn ? Math.min(top.block + 1, toBlock) : fromBlock, toBlock)
    const [next] = found
    if (goesOn && next && next.parentHash !== top.hash && kept.every(({ hash }) => hash !== next.hash)) {
      kept = []
      found = await headers(fromBlock, toBlock)
    }
    const fresh = found.filter(({ hash }) => !kept.some((each) => each.hash === hash))
    const filter = {
      address: range.tokens.map(({ contract }) => contract),
      topics: [TRANSFER, null, range.house.map(topicOf)],
    }
    const calls = fresh.map(({ hash }): Call => ({
      ...{ method: 'eth_getLogs', params: [{ ...filter, blockHash: hash }] },
      maxBytes: MAX_EVENTS_BYTES,
    }))
    const hasTokens = range.tokens.length > 0
    const outcomes = hasTokens ? await requestAll(node, calls, TIMEOUT_MS) : []
    for (const [at, header] of fresh.entries()) {
      try {
        const block = await readEvents(
          header,
          hasTokens ? await eventsOf(outcomes[at], calls[at]) : [],
          range,
        )
        kept = [...kept, block].slice(-MOST_KEPT)
      } catch (error) {
        // The blocks before it are read; what is wrong is told when it is the first.
        if (!(error instanceof NodeUnavailable) || at === 0) throw error
        break
      }
    }
    const blocks = kept.filter(({ block }) => block >= fromBlock && block <= toBlock)
    return {
      parent: blocks[0]?.parent ?? null,
      last: blocks.at(-1) ?? null,
      transfers: blocks.flatMap(({ transfers }) => transfers),
      received: blocks.flatMap(({ received }) => received),
    }
  }
}

/** The answer; null where the node refused to give one. @throws NodeUnavailable */
function valueOf(outcome: PromiseSettledResult<unknown>): unknown {
  if (outcome.status === 'fulfilled') return outcome.value
  if (outcome.reason instanceof RpcFailure) return null
  throw outcome.reason
}

/** A transfer that nobody writes down has no number. */
const NOT_ASKED = -2

/** Whether a block may have an event with all of these, by its header: it may say so wrongly, and never the opposite. */
export function mayHave(bloom: string | null | undefined, words: readonly string[]): boolean {
  // Some chains make none.
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
