import { createHash } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { EvmAddress } from '#contract/values.ts'
import { NodeUnavailable, RpcFailure, type ChainNode } from '#server/chains/chain-node.ts'
import { TRANSFER, topicOf } from '#server/chains/evm-answers.ts'

const hex = (value: number | bigint) => `0x${value.toString(16)}`
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
const BALANCE_OF = /^0x70a08231(?:0{24})([0-9a-f]{40})$/
/** On chains without blooms, it is all zeros. */
const EMPTY_BLOOM = `0x${'00'.repeat(256)}`

interface Move {
  readonly contract: EvmAddress | null
  readonly from: EvmAddress
  readonly to: EvmAddress
  readonly amount: bigint
}

export interface SimTransaction {
  readonly hash: string
  readonly from: EvmAddress
  readonly to: EvmAddress
  readonly value: bigint
  readonly nonce: number
  /** Events of tokens. */
  readonly logs: readonly Move[]
  /** Internal transfers of the native coin. */
  readonly inside: readonly Move[]
}

interface Block {
  readonly number: number
  readonly hash: string
  readonly parent: string
  readonly timestamp: number
  readonly transactions: readonly SimTransaction[]
}

/** Faults of a node, for all or some of the time. */
export interface Lies {
  /** Number of blocks by which the node's state lags behind the head that it names. */
  behind?: number
  /** Number of blocks by which the named head is too old. */
  headBehind?: number
  /** Number of blocks by which the index of events lags. */
  logsBehind?: number
  /** Maximum number of events in an answer. */
  mostLogs?: number
  noReceipts?: boolean
  noBlockReceipts?: boolean
  /** Events have an unreadable format. */
  strangeLogs?: boolean
  noTraces?: boolean
  /** Number of blocks whose state is kept. */
  keptBlocks?: number
  /** One in this many calls fails. */
  failsEach?: number
}

/** An EVM chain in memory, as fast as a test wants, with every fault of a node. */
export function createSimChain(chainId: number, { hasBloom = true } = {}) {
  let blocks: Block[] = [makeBlock(null, 0, [], 0)]
  /** Lies of the current node. */
  let lies: Lies = {}
  let allLies: readonly [Lies, Lies] = [{}, {}]
  let forks = 0
  let calls = 0

  const headOf = () => {
    const head = blocks.at(-1)
    if (!head) throw new Error('The chain has no blocks')
    return head
  }
  const visible = (behind = lies.behind) => blocks.slice(0, -(behind ?? 0) || undefined)
  const movesUpTo = (number: number) =>
    blocks
      .filter((block) => block.number <= number)
      .flatMap(({ transactions }) => transactions.flatMap(movesOf))
  const balanceAt = (address: string, contract: string | null, number: number) =>
    movesUpTo(number).reduce((sum, move) => {
      if (move.contract !== contract) return sum
      return sum + (move.to === address ? move.amount : 0n) - (move.from === address ? move.amount : 0n)
    }, 0n)

  function find(asked: unknown, seen = visible()): Block | undefined {
    if (asked === 'latest') return blocks.at(-1 - (lies.headBehind ?? 0)) ?? blocks[0]
    return typeof asked === 'string' && asked.length === 66
      ? seen.find(({ hash }) => hash === asked)
      : seen.find(({ number }) => number === Number(asked))
  }

  const logsOf = (block: Block) =>
    block.transactions
      .flatMap((transaction) => transaction.logs.map((log) => ({ log, transaction })))
      .map(({ log, transaction }, index) => ({
        address: log.contract,
        topics: [TRANSFER, topicOf(log.from), topicOf(log.to)],
        data: lies.strangeLogs ? '0x' : word(log.amount),
        transactionHash: transaction.hash,
        logIndex: hex(index),
        blockNumber: hex(block.number),
        blockHash: block.hash,
        removed: false,
      }))
  const receiptsOf = (block: Block) => {
    const logs = logsOf(block)
    return block.transactions.map((transaction) => ({
      transactionHash: transaction.hash,
      status: '0x1',
      blockNumber: hex(block.number),
      blockHash: block.hash,
      logs: logs
        .filter((each) => each.transactionHash === transaction.hash)
        .map((log) => ({ ...log, data: lies.strangeLogs ? '0x' : log.data })),
    }))
  }
  const describe = (block: Block, isFull: boolean) => ({
    number: hex(block.number),
    hash: block.hash,
    parentHash: block.parent,
    timestamp: hex(block.timestamp),
    logsBloom: hasBloom ? bloomOf(block) : EMPTY_BLOOM,
    transactions: block.transactions.map((each) => (isFull ? transactionOf(each) : each.hash)),
  })
  const located = (hash: unknown) => {
    const block = visible().find(({ transactions }) => transactions.some((each) => each.hash === hash))
    const transaction = block?.transactions.find((each) => each.hash === hash)
    return block && transaction ? { block, transaction } : undefined
  }

  function answer(method: string, params: readonly unknown[]): unknown {
    calls += 1
    if (lies.failsEach && calls % lies.failsEach === 0) throw new NodeUnavailable('The node does not answer')
    const [first, second] = params
    switch (method) {
      case 'eth_chainId':
        return hex(chainId)
      case 'eth_getBlockByNumber': {
        const block = find(first)
        return block ? describe(block, second === true) : null
      }
      case 'eth_getLogs': {
        const filter = first as Record<string, unknown>
        const asked = filter['blockHash']
        const seen = visible(Math.max(lies.behind ?? 0, lies.logsBehind ?? 0))
        const range = asked
          ? [find(asked, seen)]
          : seen.filter(
              ({ number }) => number >= Number(filter['fromBlock']) && number <= Number(filter['toBlock']),
            )
        if (range.includes(undefined)) throw new RpcFailure(-32_000, 'unknown block')
        const addresses = [filter['address']].flat()
        const topics = filter['topics'] as readonly (string | null | readonly string[])[]
        const fits = (log: ReturnType<typeof logsOf>[number]) =>
          addresses.includes(log.address) &&
          topics.every((topic, at) => topic === null || [topic].flat().includes(log.topics[at] ?? ''))
        const logs = range.flatMap((block) => (block ? logsOf(block) : [])).filter(fits)
        return logs.slice(0, lies.mostLogs ?? Infinity)
      }
      case 'eth_getTransactionReceipt': {
        const at = located(first)
        if (!at || lies.noReceipts) return null
        return receiptsOf(at.block).find((each) => each.transactionHash === first)
      }
      case 'eth_getBlockReceipts': {
        const block = find(first)
        if (lies.noBlockReceipts) throw new RpcFailure(-32_601, 'the method does not exist')
        return block ? receiptsOf(block) : null
      }
      case 'eth_getTransactionByHash': {
        const at = located(first)
        return at ? transactionOf(at.transaction) : null
      }
      case 'eth_getTransactionCount': {
        const upTo = second === 'latest' ? headOf().number : Number(second)
        return hex(
          blocks
            .filter(({ number }) => number <= upTo)
            .flatMap(({ transactions }) => transactions)
            .filter(({ from }) => from === first).length,
        )
      }
      case 'eth_getBalance':
        return hex(stateOf(String(first), null, second))
      case 'eth_call': {
        const { to, data } = first as { readonly to: string; readonly data: string }
        const owner = BALANCE_OF.exec(data)?.[1]
        if (owner === undefined) throw new RpcFailure(-32_601, 'the call is not known')
        return word(stateOf(`0x${owner}`, to, second))
      }
      case 'debug_traceBlockByHash': {
        if (lies.noTraces) throw new RpcFailure(-32_601, 'the method does not exist')
        return find(first)?.transactions.map((each) => ({
          result: {
            from: each.from,
            to: each.to,
            value: hex(each.value),
            type: 'CALL',
            calls: each.inside.map(({ from, to, amount }) => ({
              from,
              to,
              value: hex(amount),
              type: 'CALL',
            })),
          },
        }))
      }
      default:
        throw new RpcFailure(-32_601, `${method} does not exist`)
    }
  }

  function stateOf(address: string, contract: string | null, asked: unknown): bigint {
    const number = asked === 'latest' ? headOf().number : Number(asked)
    const seen = visible().at(-1)?.number ?? 0
    if (number > seen) throw new RpcFailure(-32_000, 'header not found')
    if (lies.keptBlocks !== undefined && number < headOf().number - lies.keptBlocks) {
      throw new RpcFailure(-32_000, 'missing trie node')
    }
    return balanceAt(address, contract, number)
  }

  const nodeOf = (which: 0 | 1): ChainNode => ({
    async request(method, params) {
      lies = allLies[which]
      return answer(method, params)
    },
  })
  return {
    node: nodeOf(0),
    other: nodeOf(1),
    lie: (how: Lies, ofOther: Lies = {}) => void (allLies = [how, ofOther]),
    get head() {
      return headOf().number
    },
    get now() {
      return headOf().timestamp * 1_000
    },
    get calls() {
      return calls
    },
    nonceOf: (from: EvmAddress, waiting: readonly SimTransaction[]) =>
      [...blocks.flatMap(({ transactions }) => transactions), ...waiting].filter((each) => each.from === from)
        .length,
    mine(transactions: readonly SimTransaction[], seconds: number) {
      const head = headOf()
      blocks.push(makeBlock(head, head.timestamp + seconds, transactions, forks))
    },
    /** Removes the last blocks. @returns their transactions */
    undo(count: number): readonly SimTransaction[] {
      forks += 1
      const gone = blocks.slice(blocks.length - count)
      blocks = blocks.slice(0, blocks.length - count)
      return gone.flatMap(({ transactions }) => transactions)
    },
    balanceOf: (address: EvmAddress, contract: EvmAddress | null) =>
      balanceAt(address, contract, headOf().number),
    /** All transfers from or to an address, a line each. */
    movesOf: (address: EvmAddress) =>
      blocks.flatMap(({ number, transactions }) =>
        transactions.flatMap((each) =>
          movesOf(each)
            .filter(({ from, to }) => from === address || to === address)
            .map(
              ({ from, to, amount, contract }) =>
                `${number} ${to === address ? '+' : '-'}${amount} ${contract ? 'token' : 'ether'} ${from} in ${each.hash.slice(0, 10)} of ${each.from}`,
            ),
        ),
      ),
    /** Transfers to an address up to a block, by transaction and coin. */
    arrivals: (address: EvmAddress, upTo: number) =>
      blocks
        .filter(({ number }) => number <= upTo)
        .flatMap(({ number, transactions }) =>
          transactions.flatMap((transaction) =>
            movesOf(transaction)
              .filter(({ to }) => to === address)
              .map((move) => ({ ...move, txId: transaction.hash, number })),
          ),
        ),
  }

  function makeBlock(
    parent: Block | null,
    timestamp: number,
    transactions: readonly SimTransaction[],
    fork: number,
  ): Block {
    const number = parent ? parent.number + 1 : 0
    const text = `${chainId} ${parent?.hash} ${number} ${fork} ${transactions.map(({ hash }) => hash).join()}`
    const hash = `0x${createHash('sha256').update(text).digest('hex')}`
    return { number, hash, parent: parent?.hash ?? `0x${'00'.repeat(32)}`, timestamp, transactions }
  }
}

/** https://ethereum.github.io/yellowpaper/paper.pdf, section 4.4.1 */
function bloomOf({ transactions }: Block): string {
  const bloom = Buffer.alloc(256)
  for (const { contract, from, to } of transactions.flatMap(({ logs }) => logs)) {
    for (const text of [contract ?? '', TRANSFER, topicOf(from), topicOf(to)]) {
      for (const bit of bitsOf(text))
        bloom[255 - (bit >> 3)] = (bloom[255 - (bit >> 3)] ?? 0) | (1 << (bit & 7))
    }
  }
  return `0x${bloom.toString('hex')}`
}

function bitsOf(text: string): readonly number[] {
  const hash = Buffer.from(keccak_256(Buffer.from(text.slice(2), 'hex')))
  return [0, 2, 4].map((at) => hash.readUInt16BE(at) & 2_047)
}

export type SimChain = ReturnType<typeof createSimChain>

const transactionOf = ({ hash, from, to, value, nonce }: SimTransaction) => ({
  hash,
  from,
  to,
  value: hex(value),
  nonce: hex(nonce),
})

const movesOf = ({ from, to, value, logs, inside }: SimTransaction): readonly Move[] => [
  ...(value > 0n ? [{ contract: null, from, to, amount: value }] : []),
  ...logs,
  ...inside,
]
