import type { EvmAddress } from '#contract/values.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Logger } from '#server/base/logger.ts'
import { rejectFutureBlock } from './block-time.ts'
import { NodeUnavailable, RpcFailure } from './chain-node.ts'
import { createEvmNode, type EvmNode } from './evm-node.ts'
import type { BlockMoves, EvmBalances, EvmBlock, EvmReceipt, EvmSource, EvmTransfer } from './evm-source.ts'
import { createNodeOfChain } from './node-of-chain.ts'

/** Switch to another node when it is more than this many blocks ahead. */
const AHEAD = 2
/** Warn about a node that lacks more than this many blocks. */
const BEHIND = 20
const STALE_MS = 5 * 60_000
/** How long a node is skipped after a failure. */
const PAUSE_MS = 60_000
const WARN_AGAIN_MS = 60 * 60_000

/** The preferred node comes first. */
export interface NodesConfig {
  /** Identifier of the chain in the ledger. */
  readonly chain: string
  readonly chainId: number
  readonly nodeUrl: string
  readonly otherNodeUrls: readonly string[]
  readonly tokens: readonly { readonly contract: EvmAddress | null }[]
}

export interface NodeOpinions {
  /** The newest block up to `head` that a second node has reached. Confirmations are counted from there. */
  agreedHead(head: number): number
  /**
   * True if another node than the source of the last blocks has this block with its confirmations, and these transfers in
   * it or before. False while no other node has reached it. True where no other node is available.
   * @throws NodeUnavailable when the other nodes contradict it
   */
  confirms(block: EvmBlock, transfers: readonly EvmTransfer[], confirmations: number): Promise<boolean>
  /**
   * Returns the transfers that two nodes have with their confirmations, or one node if no other is available. With a
   * single configured node it returns all of them without a request.
   */
  known(transfers: readonly EvmTransfer[], terms: Terms): Promise<readonly EvmTransfer[]>
  noteOmitted(txIds: readonly string[]): void
}

export interface NodesOfChain {
  readonly source: EvmSource
  /** Prefers other nodes than the source of blocks, so that balances check its events. */
  readonly balances: EvmBalances
  readonly opinions: NodeOpinions
}

interface Member {
  /** The name in the configuration. Logs use it because a URL may contain a key. */
  readonly name: string
  readonly node: EvmNode
  head: EvmBlock | null
  pausedUntil: number
}

interface Surroundings {
  /** Milliseconds since the epoch. */
  readonly clock?: Clock
  readonly logger?: Pick<Logger, 'warn' | 'error'> | undefined
}

interface Group {
  readonly chain: string
  readonly members: readonly Member[]
  readonly clock: Clock
  /** Logs each text at most once per hour and node. */
  readonly warn: (member: Member, text: string, fields?: Readonly<Record<string, unknown>>) => void
  current: Member
  /** Source of the last blocks. It can differ from `current`, which may have failed or changed since. */
  blockSource: Member | null
}

interface Terms {
  readonly confirmations: number
  readonly house: readonly EvmAddress[]
}

/**
 * Joins all nodes of a chain. Blocks come from the node that reported the head, balances and second opinions from another
 * one. Requests that fail on one node go to the next.
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

export function joinNodes(
  chain: string,
  nodes: readonly Pick<Member, 'name' | 'node'>[],
  { clock = monotonicClock, logger }: Surroundings = {},
): NodesOfChain {
  const members = nodes.map((each): Member => ({ ...each, head: null, pausedUntil: 0 }))
  const [first] = members
  if (!first) throw new Error(`${chain} has no node`)
  const warn = createWarn(chain, clock, logger)
  const group: Group = { chain, members, clock, warn, current: first, blockSource: null }
  return { source: sourceOf(group), balances: balancesOf(group), opinions: opinionsOf(group) }
}

function createWarn(chain: string, clock: Clock, logger: Surroundings['logger']): Group['warn'] {
  const warnedAt = new Map<string, number>()
  return ({ name }, text, fields = {}) => {
    const [key, now] = [`${name} ${text}`, clock()]
    if (now - (warnedAt.get(key) ?? -Infinity) < WARN_AGAIN_MS) return
    warnedAt.set(key, now)
    logger?.warn({ alarm: 'node', chain, node: name, ...fields }, text)
  }
}

function sourceOf(group: Group): EvmSource {
  return {
    head: () => newestHead(group),
    block: (number) => askInOrder(currentFirst(group), (node) => node.block(number)),
    readBlocks: (range) =>
      askInOrder(currentFirst(group), async (node, member) => {
        const read = await node.readBlocks(range)
        group.blockSource = member
        return read
      }),
    transaction: (txId) =>
      findOnAny(
        group,
        (node) => node.transaction(txId),
        () => false,
      ),
    receipt: (txId) =>
      findOnAny(
        group,
        (node) => node.receipt(txId),
        // A node that has not reached the block yet omits nothing.
        ({ block }, by) => by.head !== null && block <= by.head.block,
      ),
    nonceAt: (...question) => askInOrder(currentFirst(group), (node) => node.nonceAt(...question)),
    transactionsOf: (...question) =>
      askInOrder(currentFirst(group), (node) => node.transactionsOf(...question)),
  }
}

function balancesOf(group: Group): EvmBalances {
  return {
    balanceOf: (...question) => askInOrder(othersFirst(group), (node) => node.balanceOf(...question)),
    tokenMoves: (...question) => askInOrder(othersFirst(group), (node) => node.tokenMoves(...question)),
    async movesOfBlock(block, terms) {
      let untraced: BlockMoves | undefined
      try {
        return await askInOrder(othersFirst(group), async (node) => {
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
  }
}

function opinionsOf(group: Group): NodeOpinions {
  return {
    agreedHead(named) {
      const [, second] = freshMembers(group)
        .map((each) => each.head?.block ?? 0)
        .sort((one, other) => other - one)
      return Math.min(named, second ?? named)
    },
    async confirms(block, transfers, confirmations) {
      let isBehind = false
      let contradiction: Contradiction | undefined
      for (const other of otherMembers(group)) {
        try {
          if (await confirmsOn(group, other, { block, transfers, confirmations })) return true
          isBehind = true
        } catch (error) {
          if (!isNodeFailure(error)) throw error
          if (error instanceof Contradiction) contradiction = error
          else pause(group, other, error)
        }
      }
      if (contradiction) throw contradiction
      return !isBehind
    },
    async known(transfers, terms) {
      if (group.members.length === 1) return transfers
      const found: EvmTransfer[] = []
      const once = new Map(group.members.map((member) => [member, askOnce(member.node)]))
      const nodeOf = (member: Member) => once.get(member) ?? member.node
      for (const each of transfers) if (await isKnown(group, each, { ...terms, nodeOf })) found.push(each)
      return found
    },
    noteOmitted: (txIds) =>
      group.warn(group.blockSource ?? group.current, 'a node left out events', { txIds }),
  }
}

function pause({ members, clock, warn }: Group, member: Member, error: unknown): void {
  if (members.length === 1) return
  member.pausedUntil = clock() + PAUSE_MS
  warn(member, 'a node does not answer', { err: error })
}

const isActive = ({ clock }: Group, { pausedUntil }: Member) => pausedUntil <= clock()
const freshMembers = (group: Group) =>
  group.members.filter(
    (each) => isActive(group, each) && each.head !== null && group.clock() - each.head.at <= STALE_MS,
  )
/** Nodes that can check the blocks of the last source. */
const otherMembers = (group: Group) =>
  freshMembers(group).filter((each) => each !== (group.blockSource ?? group.current))
const hasConfirmed = ({ head }: Member, block: number, confirmations: number) =>
  head !== null && block <= Math.max(head.block - confirmations, 0)
/** Paused nodes come last. */
function currentFirst(group: Group): readonly Member[] {
  const { current, members } = group
  const rest = members.filter((each) => each !== current)
  return [
    current,
    ...rest.filter((each) => isActive(group, each)),
    ...rest.filter((each) => !isActive(group, each)),
  ]
}
const othersFirst = (group: Group) => [...new Set([...otherMembers(group), ...currentFirst(group)])]

/** The answer of the first node that does not fail. @throws the failure of the first node when all fail */
async function askInOrder<T>(
  order: readonly Member[],
  question: (node: EvmNode, member: Member) => Promise<T>,
): Promise<T> {
  const failures: unknown[] = []
  for (const member of order) {
    try {
      return await question(member.node, member)
    } catch (error) {
      if (!isNodeFailure(error)) throw error
      failures.push(error)
    }
  }
  throw failures[0]
}

/** The first answer that is not null: one node's null proves nothing. Warns about nodes that omitted it. */
async function findOnAny<T>(
  group: Group,
  question: (node: EvmNode) => Promise<T | null>,
  isOmitted: (found: T, by: Member) => boolean,
): Promise<T | null> {
  const silent: Member[] = []
  const failures: unknown[] = []
  for (const member of currentFirst(group).filter(
    (each) => each === group.current || isActive(group, each),
  )) {
    try {
      const found = await question(member.node)
      if (found === null) silent.push(member)
      else {
        for (const each of silent.filter((by) => isOmitted(found, by)))
          group.warn(each, 'a node left out a transaction')
        return found
      }
    } catch (error) {
      if (!isNodeFailure(error)) throw error
      failures.push(error)
    }
  }
  if (silent.length === 0) throw failures[0]
  return null
}

/** Asks all nodes and makes the one with the newest block current. */
async function newestHead(group: Group): Promise<EvmBlock> {
  const { members, clock } = group
  const active = members.filter((each) => isActive(group, each))
  const asked = active.length > 0 ? active : members
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
        pause(group, member, error)
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
      group.warn(each.member, 'a node is behind another one', { blocks, of: newest.member.name })
  }
  const own = answered.find(({ member }) => member === group.current)
  // Each node caches the blocks that it has read: a switch for one block would read all of them again.
  const { member, head } = own && newest.head.block - own.head.block <= AHEAD ? own : newest
  group.current = member
  return head
}

interface Claim {
  readonly block: EvmBlock
  readonly transfers: readonly EvmTransfer[]
  readonly confirmations: number
}

/** False while the other node does not have the block with its confirmations. @throws Contradiction */
async function confirmsOn(
  group: Group,
  other: Member,
  { block, transfers, confirmations }: Claim,
): Promise<boolean> {
  const contradicts = (what: string, fields: Readonly<Record<string, unknown>>) => {
    const of = (group.blockSource ?? group.current).name
    group.warn(other, `a node contradicts another one about ${what}`, { ...fields, of })
    throw new Contradiction(`Two nodes of ${group.chain} contradict each other about ${what}`)
  }
  if (!hasConfirmed(other, block.block, confirmations)) return false
  const there = await other.node.block(block.block)
  if (!there) return false
  if (there.hash !== block.hash) contradicts('a block', { block: block.block })
  const { receipt: receiptOf } = askOnce(other.node)
  for (const transfer of transfers) {
    // Receipts do not contain internal transfers of the native coin. Balances check those.
    if (transfer.contract === null) continue
    const receipt = await receiptOf(transfer.txId)
    if (!receipt?.isPartial && !receipt?.transfers.some((each) => isSame(each, transfer)))
      contradicts('a transfer', { txId: transfer.txId })
  }
  return true
}

/**
 * True if two nodes have the transfer. Any node may have reported it, also by a balance. So each node is asked, and counts
 * once: other nodes do not have a transfer that one node invents.
 */
async function isKnown(
  group: Group,
  transfer: EvmTransfer,
  { confirmations, house, nodeOf }: Terms & { readonly nodeOf: (member: Member) => Asked },
): Promise<boolean> {
  const { block, txId } = transfer
  const fresh = freshMembers(group)
  const asked = fresh.length > 0 ? fresh : group.members.filter((each) => isActive(group, each))
  const [having, denying]: [Member[], Member[]] = [[], []]
  for (const member of asked) {
    if (having.length === 2) break
    if (!hasConfirmed(member, block, confirmations)) continue
    try {
      const says = await hasTransfer(nodeOf(member), transfer, house)
      ;(says ? having : denying).push(member)
    } catch (error) {
      // A sender can build a transaction that this node cannot read. That does not count against the transfer.
      if (!isNodeFailure(error)) throw error
    }
  }
  const [by] = having
  for (const each of by ? denying : []) {
    group.warn(each, 'a node contradicts another one about a transfer', { txId, of: by?.name })
  }
  return having.length > 0 && having.length >= Math.min(2, asked.length)
}

const isSame = (one: EvmReceipt['transfers'][number], other: EvmTransfer) =>
  one.logIndex === other.logIndex &&
  one.contract === other.contract &&
  one.from === other.from &&
  one.to === other.to &&
  one.amount === other.amount

type Asked = Pick<EvmNode, 'receipt' | 'transaction' | 'movesOfBlock' | 'balanceOf'>

/** Remembers answers: anybody may pay many times in one transaction or block, and each would be asked about again. */
function askOnce(node: EvmNode): Asked {
  const once = <Q extends readonly unknown[], A>(ask: (...question: Q) => Promise<A>) => {
    const answers = new Map<string, Promise<A>>()
    return (...question: Q) => {
      const key = JSON.stringify(question)
      const answer = answers.get(key) ?? ask(...question)
      answers.set(key, answer)
      return answer
    }
  }
  return {
    receipt: once((txId) => node.receipt(txId)),
    transaction: once((txId) => node.transaction(txId)),
    movesOfBlock: once((...question) => node.movesOfBlock(...question)),
    balanceOf: once((...question) => node.balanceOf(...question)),
  }
}

async function hasTransfer(
  node: Asked,
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
  // If a contract forwarded the payment, the recorded payer may be the signer.
  const isOf = (payer: EvmAddress) =>
    payer === from || (payer === signed.to && from === signed.from && signed.value >= amount)
  if (isTraced) {
    return moves.some(
      (each) => each.txId === txId && each.to === to && each.amount === amount && isOf(each.from),
    )
  }
  // Without traces the payer is unknown. Balances still prove the amount.
  return (await node.balanceOf(to, null, block)) - (await node.balanceOf(to, null, block - 1)) >= amount
}

/** The system clock may jump while a command runs. */
const monotonicClock = () => performance.timeOrigin + performance.now()

class Contradiction extends NodeUnavailable {}

const isNodeFailure = (error: unknown) => error instanceof NodeUnavailable || error instanceof RpcFailure
