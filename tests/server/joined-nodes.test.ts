import { beforeEach, describe, expect, it } from 'vitest'
import type { EvmAddress } from '#contract/values.ts'
import { NodeUnavailable } from '#server/chains/chain-node.ts'
import { joinNodes } from '#server/chains/joined-nodes.ts'
import type { EvmNode } from '#server/chains/evm-node.ts'
import type { EvmBlock, EvmReceipt, EvmTransaction, EvmTransfer } from '#server/chains/evm-source.ts'

const MINUTE_MS = 60_000
const CONFIRMATIONS = 5
const address = (byte: string) => `0x${byte.repeat(20)}` as EvmAddress
const TX = `0x${'ab'.repeat(32)}`
const transfer = {
  logIndex: 0,
  contract: address('01'),
  from: address('02'),
  to: address('03'),
  amount: 5n,
}
const receipt: EvmReceipt = {
  block: 90,
  at: 0,
  hasSucceeded: true,
  isPartial: false,
  transfers: [transfer],
}
const there = { ...transfer, txId: TX, block: 90, at: 0 }
const own = { ...there, logIndex: -1, contract: null }
const { from, to, amount: value } = transfer
const signed: EvmTransaction = { txId: TX, from, to, value, nonce: 0 }

/** Has blocks up to `top`, on the branch `branch`. */
class FakeNode {
  top = 100
  branch = 'a'
  isDown = false
  refuses = ''
  transaction: EvmTransaction | null = signed
  moves: EvmTransfer[] = []
  receipt: EvmReceipt | null = receipt
  held = 5n
  traces = true
  asked: string[] = []

  at(number: number): EvmBlock | null {
    return number > this.top ? null : { block: number, hash: `${this.branch} ${number}`, at: number * 12_000 }
  }

  readonly node = {
    head: () => this.say('head', () => this.at(this.top)),
    block: (number: number) => this.say('block', () => this.at(number)),
    receipt: () => this.say('receipt', () => this.receipt),
    transaction: () => this.say('transaction', () => this.transaction),
    balanceOf: (_: unknown, __: unknown, number: number) =>
      this.say('balanceOf', () => (number < receipt.block ? 0n : this.held)),
    movesOfBlock: () =>
      this.say('movesOfBlock', () => ({ isTraced: this.traces, by: this.branch, moves: this.moves })),
    readBlocks: () => this.say('readBlocks', () => this.branch),
  } as unknown as EvmNode

  async say<T>(what: string, answer: () => T): Promise<T> {
    this.asked.push(what)
    if (this.isDown || this.refuses === what)
      throw new NodeUnavailable('The node of the chain does not answer')
    return answer()
  }
}

describe('several nodes of a chain', () => {
  let [one, two]: [FakeNode, FakeNode] = [new FakeNode(), new FakeNode()]
  let now = 0
  let told: Record<string, unknown>[] = []
  const join = (nodes: readonly FakeNode[] = [one, two]) =>
    joinNodes(
      'evm-1',
      nodes.map(({ node }, at) => ({ node, name: at === 0 ? 'node' : `otherNodes[${at - 1}]` })),
      {
        clock: () => now,
        logger: {
          warn: (fields: object, text: string) => void told.push({ ...fields, text }),
        } as never,
      },
    )
  let nodes = join()
  const block = (number: number) => one.at(number) as EvmBlock
  const confirms = (told: EvmBlock, transfers: readonly EvmTransfer[]) =>
    nodes.opinions.confirms(told, transfers, CONFIRMATIONS)
  const known = (told: EvmTransfer) =>
    nodes.opinions.known([told], { confirmations: CONFIRMATIONS, house: [transfer.to] })

  beforeEach(async () => {
    ;[one, two, now, told] = [new FakeNode(), new FakeNode(), 100 * 12_000, []]
    nodes = join()
    await nodes.source.head()
  })

  it('ask the next node when one fails, skip the failed one for a minute, and report it', async () => {
    one.isDown = true
    expect(await nodes.source.head()).toMatchObject({ block: 100 })
    expect(await nodes.source.block(3)).toMatchObject({ block: 3 })
    one.asked = []
    await nodes.source.head()
    await nodes.source.block(3)
    expect(one.asked).toEqual([])
    expect(told).toMatchObject([
      { alarm: 'node', chain: 'evm-1', node: 'node', text: 'a node does not answer' },
    ])
    now += MINUTE_MS
    one.isDown = false
    await nodes.source.head()
    expect(one.asked).toEqual(['head'])
  })

  it('fail only if all nodes fail', async () => {
    one.isDown = two.isDown = true
    await expect(nodes.source.head()).rejects.toThrow(NodeUnavailable)
    await expect(nodes.source.receipt(TX)).rejects.toThrow(NodeUnavailable)
    two.isDown = false
    expect(await nodes.source.head()).toMatchObject({ block: 100 })
  })

  it('read blocks from the node that named the head, and stay with it over a block or two', async () => {
    two.branch = 'b'
    two.top = 102
    expect(await nodes.source.head()).toMatchObject({ block: 100 })
    expect(await nodes.source.readBlocks({} as never)).toBe('a')
    two.top = 103
    expect(await nodes.source.head()).toMatchObject({ block: 103 })
    expect(await nodes.source.readBlocks({} as never)).toBe('b')
    one.top = 104
    expect(await nodes.source.head()).toMatchObject({ block: 103 })
    expect(told).toEqual([])
  })

  it('take balances from a node other than the one that told the events', async () => {
    two.held = 7n
    expect(await nodes.balances.balanceOf(transfer.to, null, 90)).toBe(7n)
    two.isDown = true
    expect(await nodes.balances.balanceOf(transfer.to, null, 90)).toBe(5n)
  })

  it('take internal transfers from a node that traces', async () => {
    two.branch = 'b'
    const by = async () => nodes.balances.movesOfBlock(90, { house: [], tokens: [], isTraced: true })
    expect(await by()).toMatchObject({ by: 'b' })
    two.traces = false
    expect(await by()).toMatchObject({ by: 'a' })
    one.traces = false
    expect(await by()).toMatchObject({ by: 'b', isTraced: false })
    two.isDown = true
    expect(await by()).toMatchObject({ by: 'a' })
  })

  it('do not blame a node for a block that it cannot have yet', async () => {
    two.top = 200
    const ahead = await nodes.source.head()
    expect(ahead).toMatchObject({ block: 200 })
    // A block in the future is a mistake, or a lie.
    two.top = 1_000_000
    expect(await nodes.source.head()).toMatchObject({ block: 100 })
    expect(told.at(-1)).toMatchObject({ node: 'otherNodes[0]', text: 'a node does not answer' })
  })

  it('do not trust one node that a transaction is missing, and report the node if it has the block', async () => {
    one.receipt = null
    expect(await nodes.source.receipt(TX)).toEqual(receipt)
    expect(told).toMatchObject([{ node: 'node', text: 'a node left out a transaction' }])
    two.receipt = null
    expect(await nodes.source.receipt(TX)).toBeNull()
  })

  it('do not report a node that has not reached the block yet', async () => {
    one.receipt = null
    two.receipt = { ...receipt, block: 101 }
    expect(await nodes.source.receipt(TX)).toMatchObject({ block: 101 })
    expect(told).toEqual([])
  })

  it('confirm transfers that another node has, too', async () => {
    expect(await confirms(block(90), [there])).toBe(true)
    expect(await confirms(block(90), [{ ...there, contract: null }])).toBe(true)
    two.top = 89
    expect(await confirms(block(90), [there])).toBe(false)
  })

  it.each<[string, (node: FakeNode) => void]>([
    ['another block', (node) => void (node.branch = 'b')],
    ['no such transaction', (node) => void (node.receipt = null)],
    [
      'another amount',
      (node) => void (node.receipt = { ...receipt, transfers: [{ ...transfer, amount: 4n }] }),
    ],
  ])('do not confirm while another node has %s, and report both', async (_, change) => {
    change(two)
    await expect(confirms(block(90), [there])).rejects.toThrow('contradict each other')
    expect(told).toMatchObject([{ alarm: 'node', node: 'otherNodes[0]', of: 'node' }])
    const third = new FakeNode()
    nodes = join([one, two, third])
    await nodes.source.head()
    expect(await confirms(block(90), [there])).toBe(true)
  })

  it('go on without nodes that fail or are five minutes behind', async () => {
    two.isDown = true
    expect(await confirms(block(90), [there])).toBe(true)
    ;[two.isDown, two.branch, two.top] = [false, 'b', 60]
    now += MINUTE_MS
    await nodes.source.head()
    expect(await confirms(block(90), [there])).toBe(true)
    expect(told).toMatchObject([
      { text: 'a node does not answer' },
      { text: 'a node is behind another one', blocks: 40 },
    ])
  })

  it('report the same fault of a node once an hour', async () => {
    one.receipt = null
    for (let times = 0; times < 3; times++) await nodes.source.receipt(TX)
    expect(told).toHaveLength(1)
    now += 60 * MINUTE_MS
    await nodes.source.receipt(TX)
    expect(told).toHaveLength(2)
  })

  it('ask a node other than the one that told the blocks', async () => {
    two.branch = 'b'
    two.held = 7n
    one.refuses = 'readBlocks'
    expect(await nodes.source.readBlocks({} as never)).toBe('b')
    await expect(confirms(two.at(90) as EvmBlock, [])).rejects.toThrow('contradict each other')
    expect(told).toMatchObject([{ node: 'node', of: 'otherNodes[0]' }])
    expect(await nodes.balances.balanceOf(to, null, 90)).toBe(5n)
    one.refuses = ''
    await nodes.source.readBlocks({} as never)
    // Other requests for the head do not change which node told the blocks.
    two.top = 103
    await nodes.source.head()
    expect(await nodes.balances.balanceOf(to, null, 90)).toBe(7n)
  })

  it('count confirmations from a head that two nodes have reached', async () => {
    two.top = 164
    expect(await nodes.source.head()).toMatchObject({ block: 164 })
    expect(nodes.opinions.agreedHead(164)).toBe(100)
    expect(await confirms(block(96), [])).toBe(false)
    expect(await confirms(block(95), [])).toBe(true)
    one.isDown = true
    await nodes.source.head()
    expect(nodes.opinions.agreedHead(164)).toBe(164)
    expect(told.map(({ text }) => text)).toEqual(['a node is behind another one', 'a node does not answer'])
  })

  describe('asked for a transfer that no scan told', () => {
    it('find it when two nodes have it', async () => {
      expect([await known(there), await known(own)]).toEqual([[there], [own]])
      one.receipt = null
      expect([await nodes.source.receipt(TX), await known(there)]).toEqual([receipt, []])
      one.receipt = { ...receipt, block: 91 }
      expect(await known(there)).toEqual([])
      ;[one.receipt, two.receipt] = [receipt, null]
      expect(await known(there)).toEqual([])
      expect(told.at(-1)).toMatchObject({
        text: 'a node contradicts another one about a transfer',
        node: 'otherNodes[0]',
        of: 'node',
        txId: TX,
      })
      const third = new FakeNode()
      nodes = join([one, two, third])
      await nodes.source.head()
      expect(await known(there)).toEqual([there])
    })

    it('are asked once about what many of them have in common', async () => {
      one.transaction = two.transaction = { ...signed, value: 4n }
      const inside = [1n, 2n, 3n].map((amount) => ({ ...own, amount }))
      one.moves = two.moves = inside
      ;[one.asked, two.asked] = [[], []]
      const terms = { confirmations: CONFIRMATIONS, house: [to] }
      expect(await nodes.opinions.known([there, there, ...inside], terms)).toHaveLength(5)
      expect([one.asked, two.asked]).toEqual(
        Array.from({ length: 2 }, () => ['receipt', 'transaction', 'movesOfBlock']),
      )
      two.asked = []
      await confirms(block(90), [there, there, there])
      expect(two.asked).toEqual(['block', 'receipt'])
    })

    it('do not find it while one node cannot answer, but trust the other one when that node is down', async () => {
      two.refuses = 'receipt'
      expect(await known(there)).toEqual([])
      two.isDown = true
      await nodes.source.head()
      expect(await known(there)).toEqual([there])
      one.receipt = null
      expect(await known(there)).toEqual([])
    })

    it.each<[string, boolean, (node: FakeNode) => void]>([
      ['has the transaction', true, () => {}],
      ['has no such transaction', false, (node) => void (node.transaction = null)],
      ['has one that failed', false, (node) => void (node.receipt = { ...receipt, hasSucceeded: false })],
      [
        'has it as an internal transfer',
        true,
        (node) => void ([node.transaction, node.moves] = [{ ...signed, to: TX as EvmAddress }, [own]]),
      ],
      ['has no such internal transfer', false, (node) => void (node.transaction = { ...signed, value: 4n })],
      [
        'has an internal transfer from another sender',
        false,
        (node) => {
          node.transaction = { ...signed, from: to }
          node.moves = [{ ...own, from: address('04') }]
        },
      ],
      [
        'has it from a contract that the sender paid',
        true,
        (node) => {
          node.transaction = { ...signed, to: address('04') }
          node.moves = [{ ...own, from: address('04') }]
        },
      ],
      [
        'does not trace, but knows a balance that fits',
        true,
        (node) => void ([node.transaction, node.traces] = [{ ...signed, value: 4n }, false]),
      ],
      [
        'does not trace, and knows a smaller balance',
        false,
        (node) => {
          node.transaction = { ...signed, value: 4n }
          ;[node.traces, node.held] = [false, 4n]
        },
      ],
    ])('judge a transfer of the native coin by the other node, which %s: %s', async (_, isKnown, change) => {
      change(two)
      expect(await known(own)).toEqual(isKnown ? [own] : [])
    })
  })

  it('find it with a single node', async () => {
    nodes = join([one])
    expect(await nodes.source.head()).toMatchObject({ block: 100 })
    expect(await confirms(block(90), [{ ...there, amount: 6n }])).toBe(true)
    one.asked = []
    expect(await known({ ...there, amount: 6n })).toHaveLength(1)
    expect([one.asked, nodes.opinions.agreedHead(100)]).toEqual([[], 100])
    one.isDown = true
    await expect(nodes.balances.balanceOf(transfer.to, null)).rejects.toThrow(NodeUnavailable)
    await expect(nodes.source.head()).rejects.toThrow(NodeUnavailable)
    expect(told).toEqual([])
  })
})
