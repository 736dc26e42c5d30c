import type { EvmAddress } from '#contract/values.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Logger } from '#server/base/logger.ts'
import { rejectFutureBlock } from './block-time.ts'
import { NodeUnavailable, RpcFailure } from './chain-node.ts'
import { createEvmNode, type EvmNode } from './evm-node.ts'
import type { BlockMoves, EvmBalances, EvmBlock, EvmReceipt, EvmSource, EvmTransfer } from './evm-source.ts'
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
  /** The newest block up to `head` that another node has come to as well: confirmations are counted from there. */
  agreedHead(head: number): number
  /**
   * Whether another node than the one that told the last blocks has this one with its confirmations, and these transfers
   * in it or before; false while none of them has it yet. True where no other node can be asked.
   * @throws NodeUnavailable when the others say something else
   */
  confirms(block: EvmBlock, transfers: readonly EvmTransfer[], confirmations: number): Promise<boolean>
  /**
   * Those of these transfers, whoever told of them, that two nodes have with their confirmations; or one, where no other
   * can be asked. With one node it is asked nothing, and has them all.
   */
  known(
    transfers: readonly EvmTransfer[],
    terms: { readonly confirmations: number; readonly house: readonly EvmAddress[] },
  ): Promise<readonly EvmTransfer[]>
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
  /** The one that told the last blocks. It may be another one than the current, which may have refused, or have changed. */
  let teller: Member | null = null
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
  const fresh = () => members.filter((each) => isAwake(each) && isFresh(each))
  /** Those that can be asked about what the one that told the blocks says. */
  const others = () => fresh().filter((each) => each !== (teller ?? current))
  const hasConfirmed = ({ head }: Member, block: number, confirmations: number) =>
    head !== null && block <= Math.max(head.block - confirmations, 0)
  const currentFirst = () => [
    current,
    ...members.filter((each) => each !== current && isAwake(each)),
    ...members.filter((each) => each !== current && !isAwake(each)),
  ]
  const othersFirst = () => [...new Set([...others(), ...currentFirst()])]

  /** What the first of them says that does not refuse. */
  async function ask<T>(
    order: readonly Member[],
    question: (node: EvmNode, member: Member) => Promise<T>,
  ): Promise<T> {
    const failures: unknown[] = []
    for (const member of order) {
      try {
        return await question(member.node, member)
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
          const own = rejectFutureBlock(await member.node.head(), clock())
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

  /** Null while it does not have the block with its confirmations. @throws NodeUnavailable when it says something else */
  async function agrees(other: Member, { block, transfers, confirmations }: Told): Promise<true | null> {
    const contradicts = (what: string, fields: Readonly<Record<string, unknown>>) => {
      tell(other, `a node contradicts another one about ${what}`, { ...fields, of: (teller ?? current).name })
      throw new Contradiction(`Two nodes of ${chain} contradict each other about ${what}`)
    }
    // The head that was named may be one node's alone.
    if (!hasConfirmed(other, block.block, confirmations)) return null
    const there = await other.node.block(block.block)
    if (!there) return null
    if (there.hash !== block.hash) contradicts('a block', { block: block.block })
    for (const transfer of transfers) {
      // What is inside a transaction no receipt tells: balances do.
      if (transfer.contract === null) continue
      const receipt = await other.node.receipt(transfer.txId)
      if (!receipt?.isPartial && !receipt?.transfers.some((each) => isSame(each, transfer)))
        contradicts('a transfer', { txId: transfer.txId })
    }
    return true
  }

  /**
   * Whether two have a transfer. Any of them may have told of it, also by a balance, so each is asked, and its word counts
   * once: what one has invented the others do not have.
   */
  async function isKnown(transfer: EvmTransfer, { confirmations, house }: Terms): Promise<boolean> {
    const { block, txId } = transfer
    const asked = fresh().length > 0 ? fresh() : members.filter(isAwake)
    const [having, denying]: [Member[], Member[]] = [[], []]
    for (const member of asked) {
      if (having.length === 2) break
      if (!hasConfirmed(member, block, confirmations)) continue
      try {
        const says = await hasTransfer(member.node, transfer, house)
        ;(says ? having : denying).push(member)
      } catch (error) {
        // Whoever made the transaction may have made it so that this one cannot tell: it is not left out for that.
        if (!isRefused(error)) throw error
      }
    }
    const [by] = having
    for (const each of by ? denying : []) {
      tell(each, 'a node contradicts another one about a transfer', { txId, of: by?.name })
    }
    return having.length > 0 && having.length >= Math.min(2, asked.length)
  }

  return {
    source: {
      head,
      block: (number) => ask(currentFirst(), (node) => node.block(number)),
      readBlocks: (range) =>
        ask(currentFirst(), async (node, member) => {
          const read = await node.readBlocks(range)
          teller = member
          return read
        }),
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
      agreedHead(named) {
        const [, second] = fresh()
          .map((each) => each.head?.block ?? 0)
          .sort((one, other) => other - one)
        return Math.min(named, second ?? named)
      },
      async confirms(block, transfers, confirmations) {
        let isBehind = false
        let contradiction: Contradiction | undefined
        for (const other of others()) {
          try {
            if (await agrees(other, { block, transfers, confirmations })) return true
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
      async known(transfers, terms) {
        if (members.length === 1) return transfers
        const found: EvmTransfer[] = []
        for (const each of transfers) if (await isKnown(each, terms)) found.push(each)
        return found
      },
      noteOmitted: (txIds) => tell(teller ?? current, 'a node left out events', { txIds }),
    },
  }
}

/** What one node has told, for another one to say the same. */
interface Told {
  readonly block: EvmBlock
  readonly transfers: readonly EvmTransfer[]
  readonly confirmations: number
}
type Terms = Parameters<NodeOpinions['known']>[1]

const isSame = (one: EvmReceipt['transfers'][number], other: EvmTransfer) =>
  one.logIndex === other.logIndex &&
  one.contract === other.contract &&
  one.from === other.from &&
  one.to === other.to &&
  one.amount === other.amount

async function hasTransfer(
  node: EvmNode,
  transfer: EvmTransfer,
  house: readonly EvmAddress[],
): Promise<boolean> {
  const receipt = await node.receipt(transfer.txId)
  if (!receipt?.hasSucceeded || receipt.block !== transfer.block) return false
  if (transfer.contract !== null) return receipt.transfers.some((each) => isSame(each, transfer))
  const { txId, from, to, amount, block } = transfer
  const signed = await node.transaction(txId)
  if (!signed) return false
  if (signed.from === from && signed.to === to && signed.value === amount) return true
  const { moves, isTraced } = await node.movesOfBlock(block, { house, tokens: [], isTraced: true })
  // It may be written down as of who signed it, where a contract passed on what it was given.
  const isOf = (payer: EvmAddress) =>
    payer === from || (payer === signed.to && from === signed.from && signed.value >= amount)
  if (isTraced) {
    return moves.some(
      (each) => each.txId === txId && each.to === to && each.amount === amount && isOf(each.from),
    )
  }
  // Of who paid it knows nothing. That so much has come its balances say.
  return (await node.balanceOf(to, null, block)) - (await node.balanceOf(to, null, block - 1)) >= amount
}

/** A machine's clock may jump while a command runs. */
const sinceStart = () => performance.timeOrigin + performance.now()

class Contradiction extends NodeUnavailable {}

const isRefused = (error: unknown) => error instanceof NodeUnavailable || error instanceof RpcFailure
