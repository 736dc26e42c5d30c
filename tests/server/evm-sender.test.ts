import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { evmAddress } from '../support/addresses.ts'
import { PaymentRefusedError, type ChainSender } from '#server/signer/chain-sender.ts'
import { createEvmSender } from '#server/signer/evm-sender.ts'
import { openSignerKey } from '#server/signer/signer-key.ts'
import { NodeUnavailable } from '#server/chains/chain-node.ts'
import { startNodeProxy, type NodeProxy } from '../support/wallet/nfts.ts'

const USDT = `0x${'0d'.repeat(20)}`
const RICH = `0x${'f'.repeat(20)}`
const ANSWERS: Readonly<Record<string, unknown>> = {
  eth_chainId: '0xaa36a7',
  eth_getBlockByNumber: { number: '0x10', baseFeePerGas: '0x1' },
  eth_maxPriorityFeePerGas: '0x1',
  eth_getTransactionCount: '0x0',
  eth_getBalance: RICH,
  eth_estimateGas: '0xea60',
}

describe('payment on an EVM chain with a faulty node', () => {
  let node: NodeProxy
  let sender: ChainSender
  const payment = { id: '1', coin: 'usdt-tron', to: `0x${'ab'.repeat(20)}`, amount: 5_000_000n }

  beforeEach(async () => {
    node = await startNodeProxy('http://127.0.0.1:1')
    const token = {
      coin: 'usdt-tron',
      contract: evmAddress(USDT),
      decimals: 6,
      ledgerDecimals: 6,
      minimum: 1n,
      isRebasing: false,
    }
    const chain = {
      chain: 'sepolia',
      chainId: 11_155_111,
      recipient: evmAddress(`0x${'01'.repeat(20)}`),
      confirmations: 5,
    }
    const config = {
      ...chain,
      tokens: [token],
      explorerUrl: null,
      practiceBlockMs: 1,
      pollMs: 1,
      nodeUrl: node.url,
    }
    const key = openSignerKey(Buffer.alloc(32, 7))
    sender = createEvmSender({ config, key, maxGasPrice: 10n ** 9n })
  })
  afterEach(() => node.close())

  /** The token's answer to a trial transfer. Its balance is sufficient. */
  const tokenSays = (answer: string, more: Readonly<Record<string, unknown>> = {}) => {
    node.lie = ({ method, params }) => {
      const isTransfer = JSON.stringify(params).includes('0xa9059cbb')
      if (method === 'eth_call') return { result: isTransfer ? answer : RICH }
      return { result: { ...ANSWERS, ...more }[method] }
    }
  }

  it('is signed only if the token accepts a trial transfer', async () => {
    tokenSays(`0x${'1'.padStart(64, '0')}`)
    expect(await sender.sign(payment, [])).toMatchObject({ nonce: 0 })
    tokenSays(`0x${'0'.repeat(64)}`)
    await expect(sender.sign(payment, [])).rejects.toThrow(PaymentRefusedError)
  })

  it.each(['', 'yes', '0x1', '0xzz'])(
    'reports the answer %j as a fault of the node, not of the payment',
    async (answer) => {
      tokenSays(answer)
      await expect(sender.sign(payment, [])).rejects.toThrow(NodeUnavailable)
    },
  )

  it('is not signed while the node serves another chain, and asks that node again later', async () => {
    const yes = `0x${'1'.padStart(64, '0')}`
    tokenSays(yes, { eth_chainId: '0x1' })
    await expect(sender.sign(payment, [])).rejects.toThrow(
      'The node that KOI_CONFIG has for chain 11155111 is of chain 1: correct its node or its id',
    )
    expect(node.countOf('eth_getTransactionCount')).toBe(0)
    tokenSays(yes)
    expect(await sender.sign(payment, [])).toMatchObject({ nonce: 0 })
    const asked = node.countOf('eth_chainId')
    await sender.sign(payment, [])
    expect(node.countOf('eth_chainId')).toBe(asked)
  })

  it('asks nothing at an invalid block number', async () => {
    tokenSays('0x', { eth_getBlockByNumber: { number: `0x${'f'.repeat(30)}`, baseFeePerGas: '0x1' } })
    await expect(sender.sign(payment, [])).rejects.toThrow(NodeUnavailable)
    expect(node.countOf('eth_call')).toBe(0)
  })
})
