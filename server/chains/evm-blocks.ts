import { keccak_256 } from '@noble/hashes/sha3.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import type { EvmAddress } from '#contract/values.ts'
import { answerOf, LANES, requestAll, type Call } from './batch-node.ts'
import { isTooLarge, NodeUnavailable, RpcFailure, type ChainNode } from './chain-node.ts'
import { HeaderSchema, LogSchema, toHex, topicOf, TRANSFER, type Header } from './evm-answers.ts'
import type { BlockRange, BlocksRead, EvmBlock, EvmTransfer, Received } from './evm-source.ts'
import { inLanes } from './in-lanes.ts'

const TIMEOUT_MS = 15_000
/** A header of Ethereum with the hashes of its transactions has some 20 kB. A larger one is asked for again, alone. */
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

/** The answer about a block's events. */
interface Told {
  readonly events: unknown
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
  /** Of the block that is being read: what was asked for once is not lost with a call after it that fails. */
  let numbering = { hash: '', firstLogs: new Map<string, number>() }

  /** Those that the node has, in a row. */
  async function headers(fromBlock: number, toBlock: number): Promise<readonly Header[]> {
    const numbers = Array.from({ length: toBlock - fromBlock + 1 }, (_, at) => fromBlock + at)
    const calls = numbers.map((number): Call => ({
      method: 'eth_getBlockByNumber',
      params: [toHex(number), false],
      maxBytes: MAX_HEADER_BYTES,
    }))
    const found: Header[] = []
    const outcomes = await requestAll(node, calls, TIMEOUT_MS)
    for (const [at, call] of calls.entries()) {
      const answer = await answerOf(node, call, outcomes[at], TIMEOUT_MS).catch((error: unknown) => {
        // A node that refuses does not have it; those before it are read whatever else is wrong.
        if (error instanceof RpcFailure || (error instanceof NodeUnavailable && at > 0)) return null
        throw error
      })
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
    told: Told | null,
    range: BlockRange,
  ): Promise<KeptBlock> {
    const { house, tokens, unproven } = range
    const block = { block: number, hash, at: timestamp * 1_000 }
    const logs = v.safeParse(v.array(LogSchema), told ? told.events : [])
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
    const isCut = !told || (events.length > 0 && events.length % LIMIT_STEP === 0)
    const receipts = hasOmitted || isCut ? await movesOrNull(block, range, told !== null) : null
    const moves =
      receipts ??
      (await numbered(
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
        isWorth,
      ))
    const incoming = moves.filter(({ to, contract }) => contract !== null && house.includes(to))
    return {
      ...block,
      parent: parentHash,
      transfers: incoming.filter(isWorth),
      received: incoming.map(({ to: address, contract, amount }) => ({
        address,
        contract,
        amount,
        block: number,
      })),
    }
  }

  /** Null where a receipt is larger than anybody reads, so that nobody can keep the chain from being read by one. */
  async function movesOrNull(block: EvmBlock, range: BlockRange, hasEvents: boolean) {
    try {
      return await movesByReceipts(block, range)
    } catch (error) {
      if (hasEvents && isTooLarge(error)) return null
      throw error
    }
  }

  /** With their numbers within their transactions. Anybody may send a little, as often as gas allows: that has none. */
  async function numbered(
    block: EvmBlock,
    transfers: readonly EvmTransfer[],
    isWorth: (transfer: EvmTransfer) => boolean,
  ): Promise<readonly EvmTransfer[]> {
    if (numbering.hash !== block.hash) numbering = { hash: block.hash, firstLogs: new Map() }
    const { firstLogs } = numbering
    const txIds = new Set(transfers.filter(isWorth).map(({ txId }) => txId))
    const left = [...txIds].filter((txId) => !firstLogs.has(txId))
    await inLanes(left, LANES, async (txId) => void firstLogs.set(txId, await firstLogOf(txId, block)))
    return transfers.map((each) => {
      const first = firstLogs.get(each.txId)
      return { ...each, logIndex: first === undefined ? NOT_ASKED : each.logIndex - first }
    })
  }

  /** Null where there are more than the node tells. @throws NodeUnavailable also when it does not have the block */
  async function eventsOf(
    call: Call,
    outcome: PromiseSettledResult<unknown> | undefined,
  ): Promise<Told | null> {
    try {
      return { events: await answerOf(node, call, outcome, TIMEOUT_MS) }
    } catch (error) {
      if (!(error instanceof RpcFailure)) throw error
      if (saysTooMany(error)) return null
      throw new NodeUnavailable('The node does not tell the events of a block', { cause: error })
    }
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
      method: 'eth_getLogs',
      params: [{ ...filter, blockHash: hash }],
      maxBytes: MAX_EVENTS_BYTES,
    }))
    const hasTokens = range.tokens.length > 0
    const outcomes = hasTokens ? await requestAll(node, calls, TIMEOUT_MS) : []
    const isAsked = ({ block }: EvmBlock) => block >= fromBlock && block <= toBlock
    for (const [at, header] of fresh.entries()) {
      try {
        const call = calls[at]
        const told = hasTokens && call ? await eventsOf(call, outcomes[at]) : { events: [] }
        kept = [...kept, await readEvents(header, told, range)].slice(-MOST_KEPT)
      } catch (error) {
        // The blocks before it are read; what is wrong is told when it is the first.
        const isRefused = error instanceof NodeUnavailable || error instanceof RpcFailure
        if (!isRefused || !kept.some(isAsked)) throw error
        break
      }
    }
    const blocks = kept.filter(isAsked)
    return {
      parent: blocks[0]?.parent ?? null,
      last: blocks.at(-1) ?? null,
      transfers: blocks.flatMap(({ transfers }) => transfers),
      received: blocks.flatMap(({ received }) => received),
    }
  }
}

/** Some nodes tell no more than so many events, of one block, either. */
const saysTooMany = ({ message }: RpcFailure) =>
  /exceed|limit|more than|too (?:many|large)/i.test(message) &&
  /results|logs?\b|events|response/i.test(message)

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
