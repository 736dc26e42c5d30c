import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { guardProvider } from '#features/wallet/connection/guarded-provider.ts'
import { ALICE, BOB, pageWallet } from './injected-wallet-in-page.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

async function connected() {
  const wallet = pageWallet()
  const { signal } = new AbortController()
  const guarded = guardProvider({
    open: async () => ({ provider: wallet.provider }),
    isSilent: false,
    signal,
  })
  await guarded.provider.request({ method: 'eth_requestAccounts' })
  await guarded.provider.request({ method: 'eth_chainId' })
  guarded.follow()
  const told: unknown[] = []
  guarded.provider.on('accountsChanged', (accounts) => told.push(accounts))
  guarded.provider.on('chainChanged', (chain) => told.push(chain))
  return { wallet, guarded, told }
}

it.each([null, undefined, 'accounts', [{}], ['0x12']])(
  'asks the wallet when its event says %s, and drops nothing',
  async (payload) => {
    const { wallet, guarded, told } = await connected()
    wallet.emit('accountsChanged', payload)
    await vi.advanceTimersByTimeAsync(0)
    expect(wallet.asked.slice(2)).toEqual(['eth_accounts', 'eth_chainId'])
    expect([guarded.accounts(), told]).toEqual([[ALICE], []])
    wallet.answers['eth_accounts'] = () => ['nonsense']
    await guarded.poll()
    expect(guarded.accounts()).toEqual([ALICE])
  },
)

it('drops at once what the wallet reports as gone', async () => {
  const { wallet, guarded } = await connected()
  wallet.emit('accountsChanged', [])
  expect(guarded.accounts()).toEqual([])
})

it('passes the first of many events on at once, and then the last', async () => {
  const { wallet, told } = await connected()
  for (let count = 0; count < 20_000; count += 1) {
    wallet.emit('accountsChanged', [count % 2 === 0 ? BOB : ALICE])
  }
  wallet.emit('accountsChanged', [BOB, ALICE])
  expect(told).toEqual([[BOB]])
  await vi.advanceTimersByTimeAsync(50)
  expect(told).toEqual([[BOB], [BOB, ALICE]])
})

it('waits at most 10 s for a wallet that does not even report its accounts', async () => {
  const { wallet, guarded } = await connected()
  wallet.answers['eth_accounts'] = () => new Promise(() => {})
  const asked = expect(guarded.poll()).rejects.toMatchObject({ code: 'timeout' })
  await vi.advanceTimersByTimeAsync(10_000)
  await asked
})
