import * as v from 'valibot'
import { EvmAddressSchema, type EvmAddress } from '#contract/values.ts'
import {
  truncatedBody,
  NodeUnavailable,
  QuantitySchema,
  requestParsed,
  type ChainNode,
} from './chain-node.ts'
import {
  BlockSchema,
  firstLogIndex,
  hasUnreadTransfer,
  HashSchema,
  LogSchema,
  MAX_UNDIVIDED_BYTES,
  NumberSchema,
  ReceiptSchema,
  rethrowAsRangeTooLarge,
  toHex,
  topicOf,
  TRANSFER,
  TransactionSchema,
  transfersIn,
  type ReceiptAnswer,
} from './evm-answers.ts'
import { createBlockReader } from './evm-blocks.ts'
import { createMoveReader } from './evm-moves.ts'
import type { EvmBalances, EvmBlock, EvmSource } from './evm-source.ts'

const TIMEOUT_MS = 8_000
/** A node returns `0x` for a token that did not exist at that block. */
const HeldSchema = v.union([
  QuantitySchema,
  v.pipe(
    v.literal('0x'),
    v.transform(() => 0n),
  ),
])
const BALANCE_OF = '0x70a08231'

const FullBlockSchema = v.object({ transactions: v.array(v.looseObject({ from: EvmAddressSchema })) })
type Receipt = ReceiptAnswer & { readonly isPartial?: true }
const FirstLogSchema = v.object({
  transactionHash: HashSchema,
  blockNumber: NumberSchema,
  blockHash: HashSchema,
  logIndex: NumberSchema,
})

export type EvmNode = EvmSource & EvmBalances

/**
 * @param tokens a receipt with an unreadable transfer of one of them is marked as partial
 */
export function createEvmNode(node: ChainNode, tokens: readonly EvmAddress[] = []): EvmNode {
  const ask = <T extends v.GenericSchema>(
    schema: T,
    method: string,
    params: readonly unknown[],
    maxBytes?: number,
  ) =>
    requestParsed(node, {
      schema,
      method,
      params,
      timeoutMs: TIMEOUT_MS,
      ...(maxBytes !== undefined && { maxBytes }),
    })

  const movesOfBlock = createMoveReader(node)
  const blockOf = async (name: string): Promise<EvmBlock | null> => {
    const params = [name, false]
    const found = await ask(v.nullable(BlockSchema), 'eth_getBlockByNumber', params, MAX_UNDIVIDED_BYTES)
    return found && { block: found.number, hash: found.hash, at: found.timestamp * 1_000 }
  }
  const readReceipt = (txId: string): Promise<Receipt | null> =>
    ask(v.nullable(ReceiptSchema), 'eth_getTransactionReceipt', [txId], MAX_UNDIVIDED_BYTES).catch(
      (error: unknown) => partialReceipt(error, txId),
    )

  return {
    async head() {
      const head = await blockOf('latest')
      if (!head) throw new NodeUnavailable('The node has no blocks')
      return head
    },
    block: (number) => blockOf(toHex(number)),

    readBlocks: createBlockReader({
      node,
      async firstLogIndex(txId, { hash }) {
        const receipt = await readReceipt(txId)
        if (receipt?.blockHash === hash) return firstLogIndex(receipt)
        throw new NodeUnavailable(`The node does not show the outcome of ${txId}`)
      },
      async movesByReceipts({ block, hash }, { house, tokens }) {
        const read = await movesOfBlock(block, { house, tokens, isTraced: false })
        if (read.hash === hash) return read.moves
        throw new NodeUnavailable(`The chain has just replaced block ${block}`)
      },
    }),

    movesOfBlock,

    async tokenMoves(address, contract, { fromBlock, toBlock }) {
      const range = { address: contract, fromBlock: toHex(fromBlock), toBlock: toHex(toBlock) }
      const sides = [
        [TRANSFER, null, topicOf(address)],
        [TRANSFER, topicOf(address)],
      ]
      const answers = await Promise.all(
        sides.map((topics) =>
          ask(v.array(LogSchema), 'eth_getLogs', [{ ...range, topics }]).catch(rethrowAsRangeTooLarge),
        ),
      )
      const once = new Map(answers.flat().map((each) => [`${each.blockHash} ${each.logIndex}`, each]))
      return [...once.values()].map(({ transactionHash: txId, topics: [, from, to], data, blockNumber }) => ({
        txId,
        contract,
        from,
        to,
        amount: data,
        block: blockNumber,
      }))
    },

    async transaction(txId) {
      const found = await ask(v.nullable(TransactionSchema), 'eth_getTransactionByHash', [txId])
      return found && { ...found, txId: found.hash }
    },

    async receipt(txId) {
      const found = await readReceipt(txId)
      if (!found) return null
      const block = await blockOf(toHex(found.blockNumber))
      if (!block) throw new NodeUnavailable('The node names a block that it does not have')
      // A reorg has replaced the block.
      if (block.hash !== found.blockHash) return null
      const isPartial = found.isPartial === true || hasUnreadTransfer(found, tokens)
      return {
        block: block.block,
        at: block.at,
        hasSucceeded: found.status === '0x1',
        isPartial,
        transfers: transfersIn(found),
      }
    },

    nonceAt: (address, block) =>
      ask(NumberSchema, 'eth_getTransactionCount', [address, block === undefined ? 'latest' : toHex(block)]),

    async balanceOf(address, contract, block) {
      const at = block === undefined ? 'latest' : toHex(block)
      if (contract === null) return ask(QuantitySchema, 'eth_getBalance', [address, at])
      const data = `${BALANCE_OF}${address.slice(2).padStart(64, '0')}`
      return ask(HeldSchema, 'eth_call', [{ to: contract, data }, at])
    },

    async transactionsOf(sender, block) {
      const params = [toHex(block), true]
      const found = await ask(
        v.nullable(FullBlockSchema),
        'eth_getBlockByNumber',
        params,
        MAX_UNDIVIDED_BYTES,
      )
      // A missing block is not an empty block.
      if (!found) throw new NodeUnavailable(`The node does not have block ${block}`)
      // Chains add transaction types of their own. Parse only those of the sender.
      return found.transactions
        .filter(({ from }) => from === sender)
        .map((each) => {
          const parsed = v.safeParse(TransactionSchema, each)
          if (!parsed.success)
            throw new NodeUnavailable('The node returned a transaction in an unknown format')
          return { ...parsed.output, txId: parsed.output.hash }
        })
        .sort((one, another) => one.nonce - another.nonce)
    },
  }
}

/**
 * Builds a partial receipt from the first event of an answer that is too large. The event gives the block and the first
 * log index, and proves success: a failed transaction emits no events. The transfers stay unknown.
 */
function partialReceipt(error: unknown, txId: string): Receipt {
  const bytes = truncatedBody(error)
  const logs = bytes?.indexOf('"logs"') ?? -1
  if (!bytes || logs === -1) throw error
  // An event contains no nested braces.
  const from = bytes.indexOf('{', logs)
  const first = v.safeParse(
    FirstLogSchema,
    parseJson(bytes.toString('utf8', from, bytes.indexOf('}', from) + 1)),
  )
  if (!first.success || first.output.transactionHash !== txId) throw error
  const { blockNumber, blockHash, logIndex } = first.output
  return {
    status: '0x1',
    blockNumber,
    blockHash,
    logs: [{ event: {}, logIndex }],
    isPartial: true,
  } as Receipt
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
