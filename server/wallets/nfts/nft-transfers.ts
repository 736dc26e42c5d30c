import * as v from 'valibot'
import { EvmAddressSchema, type EvmAddress } from '#contract/values.ts'
import {
  HashSchema,
  NumberSchema,
  rethrowAsRangeTooLarge,
  toHex,
  topicOf,
  TRANSFER,
} from '#server/chains/evm-answers.ts'
import { RangeTooLargeError } from '#server/chains/evm-source.ts'
import { NodeUnavailable, RpcFailure, type ChainNode } from '#server/chains/chain-node.ts'

/** A token that a wallet received. It may have left since. */
export interface NftToken {
  readonly contract: EvmAddress
  readonly id: bigint
  readonly standard: 'erc721' | 'erc1155'
  readonly block: number
  readonly logIndex: number
}

/** Transfers of the blocks `from` to `to`. If the node returned nothing, `from` is above `to`. */
export interface NftTransfers {
  readonly from: number
  readonly to: number
  /** Newest first, truncated. */
  readonly tokens: readonly NftToken[]
  readonly dropped: number
  /** True if the next scan continues further back. */
  readonly goesOn: boolean
}

/** Known maximum range of a node. Every scan adjusts it. */
export interface ScanPace {
  blocks: number
}

/** `keccak256('TransferSingle(address,address,address,uint256,uint256)')` */
const SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
/** `keccak256('TransferBatch(address,address,address,uint256[],uint256[])')` */
const BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

/** The limit of most nodes. */
export const FIRST_PACE = 10_000
const MAX_PACE = 100_000
const MAX_RANGES = 24
/** Covers ten weeks of Ethereum, twelve days of Blast. */
const LOOK_BACK = 500_000
/** Recent blocks are scanned again, because of reorgs. */
const UNSETTLED = 64
const MAX_TOKENS = 200
/** Token ids read from one batch event, which can hold thousands. */
const MAX_BATCH = 100
const TIMEOUT_MS = 1_500
/** Extra time for the last range. */
const GRACE_MS = 500

const LogSchema = v.object({
  address: EvmAddressSchema,
  topics: v.array(HashSchema),
  data: v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2})*$/)),
  blockNumber: NumberSchema,
  logIndex: NumberSchema,
  removed: v.nullish(v.boolean(), false),
})
type Log = v.InferOutput<typeof LogSchema>

interface Scan {
  readonly owner: EvmAddress
  readonly head: number
  /** Result of an earlier scan, to be continued. */
  readonly known: NftTransfers | undefined
  readonly pace: ScanPace
  /** No new range after this time, by `performance.now()`. */
  readonly until: number
}

/**
 * Scans backwards from the newest block for received tokens, until the look-back limit, the deadline or the maximum of
 * requests. Halves a range that the node refuses.
 * @throws NodeUnavailable when the node answers nothing at all
 */
export async function scanNftTransfers(
  node: ChainNode,
  { owner, head, known, pace, until }: Scan,
): Promise<NftTransfers> {
  const floor = Math.max(0, head - LOOK_BACK)
  const found = [...(known?.tokens ?? [])]
  let from = head + 1
  let resumed = known === undefined
  let mayGrow = true
  let failure: unknown
  for (let ranges = 0; ranges < MAX_RANGES; ranges += 1) {
    const settled = known ? Math.max(known.from, known.to + 1 - UNSETTLED) : floor
    if (known && !resumed && from <= settled) {
      from = Math.min(from, known.from)
      resumed = true
    }
    const isEnough = resumed && found.length >= MAX_TOKENS
    if (from <= floor || isEnough || performance.now() >= until) break
    const first = Math.max(resumed ? floor : settled, from - pace.blocks)
    try {
      const timeoutMs = Math.min(TIMEOUT_MS, until + GRACE_MS - performance.now())
      found.push(...(await readRange(node, { owner, fromBlock: first, toBlock: from - 1, timeoutMs })))
      from = first
      if (mayGrow) pace.blocks = Math.min(MAX_PACE, pace.blocks * 2)
    } catch (error) {
      failure = error
      mayGrow = false
      if (!(error instanceof RangeTooLargeError) || pace.blocks <= 1) break
      pace.blocks = Math.ceil(Math.min(pace.blocks, from - first) / 2)
    }
  }
  const isRefused = failure instanceof RangeTooLargeError && failure.cause instanceof RpcFailure
  if (from > head && !isRefused) {
    throw failure instanceof NodeUnavailable ? failure : new NodeUnavailable('The node is too slow')
  }
  const tokens = newestOf(found)
  const dropped = (known?.dropped ?? 0) + Math.max(0, tokens.length - MAX_TOKENS)
  const goesOn = from > floor && tokens.length < MAX_TOKENS
  return { from, to: head, tokens: tokens.slice(0, MAX_TOKENS), dropped, goesOn }
}

export const keyOf = ({ contract, id }: Pick<NftToken, 'contract' | 'id'>) => `${contract} ${id}`

function newestOf(tokens: readonly NftToken[]): NftToken[] {
  const sorted = [...tokens].sort((a, b) => b.block - a.block || b.logIndex - a.logIndex)
  const byKey = new Map<string, NftToken>()
  for (const token of sorted) if (!byKey.has(keyOf(token))) byKey.set(keyOf(token), token)
  return [...byKey.values()]
}

interface Range {
  readonly owner: EvmAddress
  readonly fromBlock: number
  readonly toBlock: number
  readonly timeoutMs: number
}

/** @throws RangeTooLargeError when the node refuses the range */
async function readRange(
  node: ChainNode,
  { owner, fromBlock, toBlock, timeoutMs }: Range,
): Promise<NftToken[]> {
  const range = { fromBlock: toHex(fromBlock), toBlock: toHex(toBlock) }
  const [whole, several] = await Promise.all([
    // The fourth topic excludes ERC-20 transfers, of which there may be many.
    readLogs(node, { ...range, topics: [TRANSFER, null, topicOf(owner), null] }, timeoutMs),
    readLogs(node, { ...range, topics: [[SINGLE, BATCH], null, null, topicOf(owner)] }, timeoutMs),
  ])
  const tokens: NftToken[] = []
  for (const log of [...whole, ...several]) {
    if (log.removed || log.blockNumber < fromBlock || log.blockNumber > toBlock) continue
    const { address: contract, blockNumber: block, logIndex } = log
    const standard = log.topics[0] === TRANSFER ? 'erc721' : 'erc1155'
    for (const id of await idsOf(log, owner)) tokens.push({ contract, id, standard, block, logIndex })
  }
  return tokens
}

async function readLogs(node: ChainNode, filter: object, timeoutMs: number): Promise<Log[]> {
  const answer = await node.request('eth_getLogs', [filter], timeoutMs).catch(refusedOrSlow)
  if (!Array.isArray(answer)) throw new NodeUnavailable('The node answered eth_getLogs in an unknown format')
  // Events can have any format. Skip those that are no NFT transfers.
  return answer.flatMap((each: unknown) => {
    const parsed = v.safeParse(LogSchema, each)
    return parsed.success ? [parsed.output] : []
  })
}

/** A slow node may answer a smaller range in time. */
function refusedOrSlow(error: unknown): never {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error && cause.name === 'TimeoutError') {
    throw new RangeTooLargeError('The node is slow', { cause: error })
  }
  return rethrowAsRangeTooLarge(error)
}

async function idsOf({ topics, data }: Log, owner: EvmAddress): Promise<readonly bigint[]> {
  if (topics.length !== 4) return []
  const [event, , second, third] = topics
  if (event === TRANSFER) return second === topicOf(owner) && third !== undefined ? [BigInt(third)] : []
  if (third !== topicOf(owner)) return []
  const { decodeAbiParameters, parseAbiParameters } = await import('viem')
  try {
    if (event === SINGLE) {
      return [decodeAbiParameters(parseAbiParameters('uint256, uint256'), data as `0x${string}`)[0]]
    }
    if (event !== BATCH) return []
    const [ids] = decodeAbiParameters(parseAbiParameters('uint256[], uint256[]'), data as `0x${string}`)
    return ids.slice(0, MAX_BATCH)
  } catch {
    return []
  }
}
