import type { EvmAddress } from '#contract/values.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Logger } from '#server/base/logger.ts'
import { madeByNow } from './block-time.ts'
import { NodeUnavailable, RpcFailure } from './chain-node.ts'
import { createEvmNode, type EvmNode } from './evm-node.ts'
import type { BlockMoves, EvmBalances, EvmBlock, EvmSource, EvmTransfer } from './evm-source.ts'
import { createNodeOfChain } from './node-of-chain.ts'

/** A node that is so many blocks ahead is asked instead of the one before. */
const AHEAD = 2
/** A node is told of as behind when it lacks so many blocks that another one has. */
const BEHIND = 20
/** What a node says whose newest block is so old decides nothing. */
const STALE_MS = 5 * 60_000
/** A node that does not answer is left alone for so long. */
const REST_MS = 60_000
const TOLD_AGAIN_MS = 60 * 60_000

/** Nodes of one chain as the configuration has them, the preferred one first. */
export interface NodesConfig {
  /** As the ledger names the chain. */
  readonly chain: string
  readonly chainId: number
  readonly nodeUrl: string
  readonly otherNodeUrls: readonly string[]
  readonly tokens: readonly { readonly contract: EvmAddress | null }[]
}

/** What the other nodes of a chain say of what one of them told. */
export interface NodeOpinions {
  /**
   * Whether another node has this block, and these transfers in it or before; false while none of them has it yet.
   * True where no other node can be asked.
   * @throws NodeUnavailable when the others say something else
   */
  confirms(block: EvmBlock, transfers: readonly EvmTransfer[]): Promise<boolean>
  /** Says in the log that the events of the node that is asked for blocks left these transactions out. */
  noteOmitted(txIds: readonly string[]): void
}

export interface NodesOfChain {
  readonly source: EvmSource
  /** By another node than the one that tells the events, where there is one. */
  readonly balances: EvmBalances
  readonly opinions: NodeOpinions
}

interface Member {
  /** As the configuration calls it: an address may hold a key, and is in no log. */
  readonly name: string
  readonly node: EvmNode
  head: EvmBlock | null
  restsUntil: number
}

interface Surroundings {
  /** Milliseconds since the epoch. */
  readonly clock?: Clock
  readonly logger?: Pick<Logger, 'warn' | 'error'> | undefined
}

/**
 * One chain, by all of its nodes: blocks come from the one that named the head, balances and a second opinion from
 * another, and whatever one of them refuses is asked of the next.
 */
export function openNodesOfChain(
  { chain, chainId, nodeUrl, otherNodeUrls, tokens }: NodesConfig,
  surroundings: Surroundings = {},
): NodesOfChain {
  const contracts = tokens.flatMap(({ contract }) => contract ?? [])
  const nodes = [nodeUrl, ...otherNodeUrls].map((url, at) => ({
    name: at === 0 ? 'node' : `otherNodes[${at - 1}]`,
    node: createEvmNode(createNodeOfChain(chainId, url), contracts),
  }))
  return joinNodes(chain, nodes, surroundings)
}

/** The same of nodes that are open. */
export function joinNodes(
  chain: string,
  nodes: readonly Pick<Member, 'name' | 'node'>[],
  { clock = sinceStart, logger }: Surroundings = {},
): NodesOfChain {
  const members = nodes.map((each): Member => ({ ...each, head: null, restsUntil: 0 }))
  const [first] = members
  if (!first) throw new Error(`${chain} has no node`)
  let current = first
  const told = new Map<string, number>()

  function tell({ name }: Member, text: string, fields: Readonly<Record<string, unknown>> = {}): void {
    const [key, now] = [`${name} ${text}`, clock()]
    if (now - (told.get(key) ?? -Infinity) < TOLD_AGAIN_MS) return
    told.set(key, now)
    logger?.warn({ alarm: 'node', chain, node: name, ...fields }, text)
  }

  function rest(member: Member, error: unknown): void {
    if (members.length === 1) return
    member.restsUntil = clock() + REST_MS
    tell(member, 'a node does not answer', { err: error })
  }

  const isAwake = ({ restsUntil }: Member) => restsUntil <= clock()
  const isFresh = ({ head }: Member) => head !== null && clock() - head.at <= STALE_MS
  /** Those that can be asked about what the current one says. */
  const others = () => members.filter((each) => each !== current && isAwake(each) && isFresh(each))
  const currentFirst = () => [
    current,
    ...members.filter((each) => each !== current && isAwake(each)),
    ...members.filter((each) => each !== current && !isAwake(each)),
  ]
  const othersFirst = () => [...new Set([...others(), ...currentFirst()])]

  /** What the first of them says that does not refuse. */
  async function ask<T>(order: readonly Member[], question: (node: EvmNode) => Promise<T>): Promise<T> {
    const failures: unknown[] = []
    for (const { node } of order) {
      try {
        return await question(node)
      } catch (error) {
        if (!isRefused(error)) throw error
        failures.push(error)
      }
    }
    throw failures[0]
  }

  /** What any of them knows: that one knows nothing is no proof. */
  async function find<T>(
    question: (node: EvmNode) => Promise<T | null>,
    isOmitted: (found: T, by: Member) => boolean,
  ): Promise<T | null> {
    const silent: Member[] = []
    const failures: unknown[] = []
    for (const member of currentFirst().filter((each) => each === current || isAwake(each))) {
      try {
        const found = await question(member.node)
        if (found === null) silent.push(member)
        else {
          for (const each of silent.filter((by) => isOmitted(found, by)))
            tell(each, 'a node left out a transaction')
          return found
        }
      } catch (error) {
        if (!isRefused(error)) throw error
        failures.push(error)
      }
    }
    if (silent.length === 0) throw failures[0]
    return null
  }

  async function head(): Promise<EvmBlock> {
    const awake = members.filter(isAwake)
    const asked = awake.length > 0 ? awake : members
    const failures: unknown[] = []
    const answered: { readonly member: Member; readonly head: EvmBlock }[] = []
    await Promise.all(
      asked.map(async (member) => {
        try {
          const own = madeByNow(await member.node.head(), clock())
          member.head = own
          answered.push({ member, head: own })
        } catch (error) {
          failures.push(error)
          rest(member, error)
        }
      }),
    )
    const [newest] = [...answered].sort(
      (one, other) =>
        other.head.block - one.head.block || members.indexOf(one.member) - members.indexOf(other.member),
    )
    if (!newest) throw failures[0]
    for (const each of answered) {
      const blocks = newest.head.block - each.head.block
      if (blocks > BEHIND)
        tell(each.member, 'a node is behind another one', { blocks, of: newest.member.name })
    }
    const own = answered.find(({ member }) => member === current)
    // Each node has its blocks read once: going to and fro for one of them would read all of them again.
    const { member, head: found } = own && newest.head.block - own.head.block <= AHEAD ? own : newest
    current = member
    return found
  }

  /** Null while it does not have the block. @throws NodeUnavailable when it says something else */
  async function agrees(
    other: Member,
    block: EvmBlock,
    transfers: readonly EvmTransfer[],
  ): Promise<true | null> {
    const contradicts = (what: string, fields: Readonly<Record<string, unknown>>) => {
      tell(other, `a node contradicts another one about ${what}`, { ...fields, of: current.name })
      throw new Contradiction(`Two nodes of ${chain} contradict each other about ${what}`)
    }
    const there = await other.node.block(block.block)
    if (!there) return null
    if (there.hash !== block.hash) contradicts('a block', { block: block.block })
    for (const transfer of transfers) {
      // What is inside a transaction no receipt tells: balances do.
      if (transfer.contract === null) continue
      const receipt = await other.node.receipt(transfer.txId)
      if (receipt?.isPartial) continue
      const isThere = receipt?.transfers.some(
        (each) =>
          each.logIndex === transfer.logIndex &&
          each.contract === transfer.contract &&
          each.from === transfer.from &&
          each.to === transfer.to &&
          each.amount === transfer.amount,
      )
      if (!isThere) contradicts('a transfer', { txId: transfer.txId })
    }
    return true
  }

  return {
    source: {
      head,
      block: (number) => ask(currentFirst(), (node) => node.block(number)),
      readBlocks: (range) => ask(currentFirst(), (node) => node.readBlocks(range)),
      transaction: (txId) =>
        find(
          (node) => node.transaction(txId),
          () => false,
        ),
      receipt: (txId) =>
        find(
          (node) => node.receipt(txId),
          // It may not have the block yet.
          ({ block }, by) => by.head !== null && block <= by.head.block,
        ),
      nonceAt: (...question) => ask(currentFirst(), (node) => node.nonceAt(...question)),
      transactionsOf: (...question) => ask(currentFirst(), (node) => node.transactionsOf(...question)),
    },
    balances: {
      balanceOf: (...question) => ask(othersFirst(), (node) => node.balanceOf(...question)),
      tokenMoves: (...question) => ask(othersFirst(), (node) => node.tokenMoves(...question)),
      async movesOfBlock(block, terms) {
        let untraced: BlockMoves | undefined
        try {
          return await ask(othersFirst(), async (node) => {
            const read = await node.movesOfBlock(block, terms)
            if (!terms.isTraced || read.isTraced) return read
            untraced ??= read
            throw new NodeUnavailable('The node does not trace')
          })
        } catch (error) {
          if (untraced) return untraced
          throw error
        }
      },
    },
    opinions: {
      async confirms(block, transfers) {
        let isBehind = false
        let contradiction: Contradiction | undefined
        for (const other of others()) {
          try {
            if (await agrees(other, block, transfers)) return true
            isBehind = true
          } catch (error) {
            if (!isRefused(error)) throw error
            if (error instanceof Contradiction) contradiction = error
            else rest(other, error)
          }
        }
        if (contradiction) throw contradiction
        return !isBehind
      },
      noteOmitted: (txIds) => tell(current, 'a node left out events', { txIds }),
    },
  }
}

/** A machine's clock may jump while a command runs. */
const sinceStart = () => performance.timeOrigin + performance.now()

class Contradiction extends NodeUnavailable {}

const isRefused = (error: unknown) => error instanceof NodeUnavailable || error instanceof RpcFailure
