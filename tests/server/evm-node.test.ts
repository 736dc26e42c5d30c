import { describe, expect, it } from 'vitest'
import { AnswerTooLargeError } from '#server/base/fetch-bounded.ts'
import type { EvmAddress } from '#contract/values.ts'
import { NodeUnavailable, RpcFailure, type ChainNode } from '#server/chains/chain-node.ts'
import { TRANSFER, topicOf } from '#server/chains/evm-answers.ts'
import { createEvmNode } from '#server/chains/evm-node.ts'

// Anybody can fill a block cheaply. A full block must not keep a chain from being read.

const address = (byte: string) => `0x${byte.repeat(20)}` as EvmAddress
const hash = (number: number | bigint) => `0x${BigInt(number).toString(16).padStart(64, '0')}`
const hex = (number: number) => `0x${number.toString(16)}`
const [HOUSE, TOKEN, WALLET] = [address('11'), address('22'), address('33')]
const MANY = 12
const MiB = 1024 * 1024

/** The content of block `MANY`; other blocks are empty. */
interface Filled {
  /** Number of transactions in the header. */
  readonly header?: number
  /** Number of transfers to the house, each in its own transaction. */
  readonly transfers?: number
  readonly amount?: bigint
  /** Bytes of one receipt, and of all receipts. */
  readonly receipt?: number
  readonly receipts?: number
  /** The node's error instead of events. */
  readonly refusal?: string
}

function fakeNode({ header, transfers = 0, amount = 0n, receipt = 0, receipts = 0, refusal }: Filled) {
  const asked: string[] = []
  const node = { asked, left: Infinity, isOneByOne: false, atOnce: 0, mostAtOnce: 0 }
  const block = hash(1_000 + MANY)
  const txIds = Array.from({ length: transfers }, (_, at) => hash(at + 1))
  const logOf = (txId: string, at: number) => ({
    address: TOKEN,
    topics: [TRANSFER, topicOf(WALLET), topicOf(HOUSE)],
    data: hash(amount),
    transactionHash: txId,
    logIndex: hex(at),
    blockNumber: hex(MANY),
    blockHash: block,
  })
  const receiptOf = (txId: string, at: number) => ({
    transactionHash: txId,
    status: '0x1',
    blockNumber: hex(MANY),
    blockHash: block,
    logs: [logOf(txId, at)],
  })
  function answer(method: string, [first, second]: readonly unknown[]): readonly [unknown, number] {
    if (method === 'eth_getBlockByNumber') {
      const number = Number(first)
      const listed = second === true ? txIds.map((each) => ({ hash: each, from: WALLET, value: '0x0' })) : []
      const filled = Array.from({ length: number === MANY ? (header ?? 0) : 0 }, (_, at) => hash(at + 1))
      return [
        {
          number: first,
          hash: hash(1_000 + number),
          parentHash: hash(999 + number),
          timestamp: '0x65000000',
          transactions: number === MANY ? [...listed, ...filled] : [],
        },
        0,
      ]
    }
    if (method === 'eth_getLogs') {
      if ((first as { blockHash: string }).blockHash !== block) return [[], 0]
      if (refusal !== undefined) throw new RpcFailure(-32_005, refusal)
      return [txIds.map(logOf), 0]
    }
    if (node.left-- <= 0) throw new RpcFailure(-32_005, 'too many requests')
    if (method === 'eth_getBlockReceipts') {
      if (node.isOneByOne) throw new RpcFailure(-32_601, 'the method does not exist')
      return [txIds.map(receiptOf), receipts]
    }
    return [receiptOf(first as string, txIds.indexOf(first as string)), receipt]
  }
  const request: ChainNode['request'] = async (method, params, _, maxBytes = MiB) => {
    asked.push(method)
    node.mostAtOnce = Math.max(node.mostAtOnce, ++node.atOnce)
    await Promise.resolve()
    node.atOnce -= 1
    const [said, bytes] = answer(method, params)
    const text = JSON.stringify(said)
    if (Math.max(text.length, bytes) <= maxBytes) return said
    throw new NodeUnavailable('The node of the chain does not answer', {
      cause: new AnswerTooLargeError(maxBytes, Buffer.from(text)),
    })
  }
  return Object.assign(node, { source: createEvmNode({ request }, [TOKEN]) })
}

const terms = { house: [HOUSE], tokens: [{ contract: TOKEN, least: 100n }], unproven: [] }
const range = { ...terms, fromBlock: 10, toBlock: 14 }

describe('a block that somebody has filled', () => {
  it('is read although its header lists thousands of transactions', async () => {
    const { source, asked } = fakeNode({ header: 15_500 })
    expect(await source.readBlocks(range)).toMatchObject({ last: { block: 14 } })
    expect(asked.filter((method) => method === 'eth_getBlockByNumber')).toHaveLength(6)
    expect(await source.block(MANY)).toMatchObject({ block: MANY })
  })

  it.each<[string, Filled]>([
    ['are too many to read', { transfers: 50, receipts: 33 * MiB }],
    ['are large, and read one by one', { transfers: 50, receipts: 33 * MiB, receipt: 2 * MiB }],
    ['include one that is too large', { transfers: 50, receipts: 33 * MiB, receipt: 33 * MiB }],
  ])('is read when its events may be cut, and its receipts %s', async (_, filled) => {
    const { source } = fakeNode({ ...filled, amount: 100n })
    const { last, transfers } = await source.readBlocks(range)
    expect([last?.block, transfers.length, transfers.at(-1)?.logIndex]).toEqual([14, 50, 0])
  })

  it('is read by its receipts when the node limits the number of events', async () => {
    const refusal = 'query returned more than 10000 results'
    const { source } = fakeNode({ transfers: 60, amount: 100n, refusal })
    expect((await source.readBlocks(range)).transfers).toHaveLength(60)
    const behind = fakeNode({ transfers: 60, refusal: 'unknown block' })
    expect(await behind.source.readBlocks(range)).toMatchObject({ last: { block: 11 } })
  })

  it.each([
    ['transactions', 301, false],
    ['receipts', 300, true],
  ])(
    'is read over several rounds when a node answers few calls for its %s',
    async (_, transfers, isOneByOne) => {
      const node = fakeNode({ transfers, amount: 100n })
      node.isOneByOne = isOneByOne
      let rounds = 0
      for (let last = 0; last < 14 && rounds < 20; rounds++) {
        node.left = 50
        const read = await node.source.readBlocks(range)
        // Earlier blocks are not delayed.
        last = read.last?.block ?? 0
        expect(last).toBeGreaterThanOrEqual(11)
        expect(read.transfers).toHaveLength(last < MANY ? 0 : transfers)
      }
      expect(rounds).toBeLessThan(10)
      expect(node.mostAtOnce).toBeLessThanOrEqual(5)
    },
  )
})
