import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tronAddress } from '#server/chains/tron-address.ts'
import { TRON_NETWORKS } from '#server/chains/tron-network.ts'
import { SourceBusyError } from '#server/chains/tron-source.ts'
import { PaymentRefusedError, type ChainSender } from '#server/signer/chain-sender.ts'
import { openSignerKey, parseSignerKey } from '#server/signer/signer-key.ts'
import { createTronSender } from '#server/signer/tron-sender.ts'
import { encodeTransfer, type TransferTerms } from '#server/signer/tron-transaction.ts'
import { NodeUnavailable } from '#server/chains/chain-node.ts'
import { createTronGrid } from '#server/chains/tron-grid.ts'
import { someAddress, startTronGrid } from '../support/tron-grid.ts'
import { startTronNode } from '../support/tron-node.ts'

const fromHex = (hex: string) => tronAddress(Buffer.from(hex, 'hex'))

describe('a transfer on TRON', () => {
  // From TronLink's documentation; a node of the network made it.
  const RAW =
    '0a0284e122081731d6450e11a03f40e8d1c9eecd305aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a1541b42b84bad413dde093e27d01bb02ed9eede52c43121541eca9bc828a3005b9a3b909f2cc5c2a54794de05f2244a9059cbb000000000000000000000000ed87a3ae2bf2ab8b95486a23f224487ad75c6020000000000000000000000000000000000000000000000000000000000000001470dcffc5eecd30900180c2d72f'
  const ID = 'dcfaf2c2d75d91994f9a23623e905eaa7d74bc804fa5821640111ada3441376a'

  it('has the same bytes and id as on the network', () => {
    const raw = encodeTransfer(
      {
        owner: fromHex('b42b84bad413dde093e27d01bb02ed9eede52c43'),
        contract: fromHex('eca9bc828a3005b9a3b909f2cc5c2a54794de05f'),
        to: fromHex('ed87a3ae2bf2ab8b95486a23f224487ad75c6020'),
        amount: 20n,
        feeLimit: 100_000_000,
      },
      {
        refBlockBytes: '84e1',
        refBlockHash: '1731d6450e11a03f',
        expiration: 1_670_168_865_000,
        timestamp: 1_670_168_805_340,
      },
    )
    expect(raw.toString('hex')).toBe(RAW)
    expect(createHash('sha256').update(raw).digest('hex')).toBe(ID)
  })
})

describe("the signer's key", () => {
  it('has the address that the curve gives', () => {
    const one = '0'.repeat(63) + '1'
    expect(parseSignerKey(one).address).toBe(fromHex('7e5f4552091a69125d5dfcb7b8c2659029395bdf'))
  })

  it.each(['', 'hunter2', '0'.repeat(64), 'f'.repeat(64)])('is refused without being printed: %j', (text) => {
    expect(() => parseSignerKey(text)).toThrow(/^The signer’s key is not valid/)
  })
})

describe('a payment on TRON', () => {
  let node: Awaited<ReturnType<typeof startTronNode>>
  let sender: ChainSender
  const key = openSignerKey(Buffer.alloc(32, 7))
  const payment = { id: '1', coin: 'usdt-tron', to: someAddress(), amount: 49_000_000n }

  beforeEach(async () => {
    node = await startTronNode()
    sender = createTronSender({
      network: TRON_NETWORKS.mainnet,
      url: node.url,
      apiKey: node.apiKey,
      key,
      feeLimit: 100_000_000,
      clock: Date.now,
    })
  })
  afterEach(() => node.stop())

  it('is signed as requested, sent, and followed to its outcome', async () => {
    const signed = await sender.sign(payment, [])
    const { txId, raw, expiresAt } = signed
    expect((expiresAt ?? 0) - Date.now()).toBeGreaterThan(50_000)
    expect(await sender.outcome(signed)).toBeNull()
    expect(await sender.broadcast(raw)).toMatchObject({ isTaken: true })
    expect([...node.taken]).toEqual([[txId, { owner: key.address, isFinal: false }]])
    expect(await sender.outcome(signed)).toEqual({ block: 7, isFinal: false, hasSucceeded: true })
    // A repeat: the network knows the transaction.
    expect(await sender.broadcast(raw)).toEqual({
      isTaken: true,
      reason: 'DUP_TRANSACTION_ERROR Dup transaction.',
    })
    node.settle(txId)
    expect(await sender.outcome(signed)).toEqual({ block: 7, isFinal: true, hasSucceeded: true })
    node.settle(txId, 'OUT_OF_ENERGY')
    expect(await sender.outcome(signed)).toMatchObject({ isFinal: true, hasSucceeded: false })
  })

  it.each<[string, (terms: TransferTerms) => TransferTerms]>([
    ['another receiver', (terms) => ({ ...terms, to: someAddress() })],
    ['another amount', (terms) => ({ ...terms, amount: terms.amount + 1n })],
    ['another contract', (terms) => ({ ...terms, contract: someAddress() })],
    ['another owner', (terms) => ({ ...terms, owner: someAddress() })],
    ['a higher fee', (terms) => ({ ...terms, feeLimit: terms.feeLimit * 10 })],
  ])('is never signed with %s', async (_, how) => {
    node.tamper(how)
    await expect(sender.sign(payment, [])).rejects.toThrow('another transaction than the one asked for')
  })

  it('is never signed with an unexpected field', async () => {
    node.append('5203686579')
    await expect(sender.sign(payment, [])).rejects.toThrow('another transaction than the one asked for')
  })

  it.each([-3_600_000, 3_600_000])('is never signed with a clock %i ms off', async (ms) => {
    node.setClock(ms)
    await expect(sender.sign(payment, [])).rejects.toThrow('one of the clocks is wrong')
  })

  it('does not expire by a block that is an hour ahead', async () => {
    const grid = await startTronGrid()
    const { at } = await createTronGrid({ url: grid.url, apiKey: grid.apiKey, gapMs: 0 }).finalHead()
    const headBy = (now: number) =>
      createTronSender({
        network: TRON_NETWORKS.mainnet,
        url: grid.url,
        apiKey: grid.apiKey,
        key,
        feeLimit: 100_000_000,
        clock: () => now,
      }).finalHead()
    await expect(headBy(at - 3_600_001)).rejects.toThrow(NodeUnavailable)
    expect((await headBy(at)).at).toBe(at)
    await grid.stop()
  })

  it('is not made if it would be reverted', async () => {
    node.undoCalls()
    await expect(sender.sign(payment, [])).rejects.toThrow(PaymentRefusedError)
  })

  it('tells in words why it was not accepted', async () => {
    const { raw } = await sender.sign(payment, [])
    node.refuse('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired')
    expect(await sender.broadcast(raw)).toEqual({
      isTaken: false,
      reason: 'TRANSACTION_EXPIRATION_ERROR Transaction expired',
    })
  })

  it('pauses as long as a node asks', async () => {
    node.beBusy(1)
    await expect(sender.sign(payment, [])).rejects.toThrow(SourceBusyError)
    await sender.sign(payment, [])
  })
})
