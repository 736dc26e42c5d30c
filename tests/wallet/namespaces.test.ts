import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readApprovedSession } from '#features/wallet/connection/namespaces.ts'
import { WalletError } from '#features/wallet/connection/wallet-error.ts'

const ADDRESS = '0x' + 'Aa'.repeat(20)
const WANTED = { chainIds: [1, 81_457], methods: ['personal_sign'], events: [] }
const good = {
  chains: ['eip155:1'],
  accounts: [`eip155:1:${ADDRESS}`],
  methods: ['personal_sign'],
  events: ['chainChanged'],
}
const read = (eip155: object) => readApprovedSession({ eip155: { ...good, ...eip155 } }, WANTED)

describe('the approval of a wallet', () => {
  it('contains its accounts in lower case, each once, and its chains', () => {
    const accounts = [`eip155:1:${ADDRESS}`, `eip155:81457:${ADDRESS.toLowerCase()}`, `eip155:10:${ADDRESS}`]
    expect(read({ accounts })).toEqual({ accounts: [ADDRESS.toLowerCase()], chainIds: [1, 81_457, 10] })
  })

  it('may name the chain in the key and leave out the list of chains', () => {
    const { chains: _, ...rest } = good
    expect(readApprovedSession({ 'eip155:1': rest }, WANTED).chainIds).toEqual([1])
  })

  it.each([undefined, null, [], {}, 'eip155', { eip155: null }, { eip155: [] }, { eip155: {} }])(
    'is missing or invalid as %j',
    (namespaces) => {
      expect(() => readApprovedSession(namespaces, WANTED)).toThrow('Missing or invalid.')
    },
  )

  it.each([
    [{ chains: 'eip155:1' }, 'Unsupported chains.'],
    [{ chains: ['1'] }, 'Unsupported chains.'],
    [{ chains: ['eip155:1:2'] }, 'Unsupported chains.'],
    [{ chains: ['solana:1'] }, 'Unsupported chains.'],
    [{ accounts: [`eip155:5:${ADDRESS}`] }, 'Unsupported chains.'],
    [{ accounts: [`eip155:x:${ADDRESS}`] }, 'Unsupported chains.'],
    [{ accounts: ADDRESS }, 'Unsupported accounts.'],
    [{ accounts: [] }, 'Unsupported accounts.'],
    [{ accounts: [ADDRESS] }, 'Unsupported accounts.'],
    [{ accounts: [`eip155:1`] }, 'Unsupported accounts.'],
    [{ accounts: [`cosmos:1:${ADDRESS}`] }, 'Unsupported accounts.'],
    [{ accounts: ['eip155:1:0x12'] }, 'Unsupported accounts.'],
    [{ methods: 'personal_sign' }, 'Unsupported methods.'],
    [{ methods: [1] }, 'Unsupported methods.'],
    [{ methods: ['eth_sign'] }, 'Unsupported methods.'],
    [{ events: {} }, 'Unsupported events.'],
    [{ events: [null] }, 'Unsupported events.'],
  ])('is refused with %j: %s', (part, message) => {
    expect(() => read(part)).toThrow(message)
  })

  it('is accepted as a whole or refused with a named wallet error', () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 3 }), (namespaces) => {
        try {
          expect(readApprovedSession(namespaces, WANTED).accounts.length).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toBeInstanceOf(WalletError)
        }
      }),
    )
  })
})
