// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { announce, pageWallet } from './injected-wallet-in-page.ts'

let wallets: Awaited<ReturnType<typeof load>>
const load = () => import('#features/wallet/connection/installed-wallets.ts')
const found = () => wallets.installedWallets.get()
const names = () => found().map(({ name }) => name)
const stops: (() => void)[] = []
const say = (provider: unknown, info?: Record<string, unknown>) => stops.push(announce(provider, info))
const inject = (ethereum: unknown) => Reflect.set(window, 'ethereum', ethereum)

beforeEach(async () => {
  vi.resetModules()
  wallets = await load()
})
afterEach(() => {
  stops.splice(0).forEach((stop) => stop())
  Reflect.deleteProperty(window, 'ethereum')
})

describe('the wallets of this browser', () => {
  it('are those announced before and after the page asks, each once', () => {
    say(pageWallet().provider)
    wallets.findInstalledWallets()
    wallets.findInstalledWallets()
    say(pageWallet().provider, { name: 'Rabby', rdns: 'io.rabby' })
    expect(names()).toEqual(['MetaMask', 'Rabby'])
    expect(found()[0]).toMatchObject({
      id: 'io.metamask',
      rdns: 'io.metamask',
      icon: 'data:image/png;base64,AA',
    })
  })

  it('include legacy ones, by their flags, alone or several', () => {
    const metaMask = { ...pageWallet().provider, isMetaMask: true }
    const rabby = { ...pageWallet().provider, isMetaMask: true, isRabby: true }
    inject({ ...metaMask, providers: [metaMask, rabby] })
    wallets.findInstalledWallets()
    expect(found().map(({ id, name }) => [id, name])).toEqual([
      ['isMetaMask', 'MetaMask'],
      ['isRabby', 'Rabby'],
    ])
  })

  it('include each wallet once, whether it announces itself, is injected, or both', () => {
    const provider = { ...pageWallet().provider, isMetaMask: true }
    inject(provider)
    wallets.findInstalledWallets()
    expect(found().map(({ id }) => id)).toEqual(['isMetaMask'])
    say(provider)
    expect(found().map(({ id }) => id)).toEqual(['io.metamask'])
    wallets.findInstalledWallets()
    expect(found()).toHaveLength(1)
  })

  it('include an unknown one', () => {
    inject(pageWallet().provider)
    wallets.findInstalledWallets()
    expect(names()).toEqual(['Browser wallet'])
  })

  it('may appear late', () => {
    wallets.findInstalledWallets()
    inject({ ...pageWallet().provider, isTrust: true })
    window.dispatchEvent(new Event('ethereum#initialized'))
    expect(names()).toEqual(['Trust Wallet'])
  })

  it('are waited for, but not forever', async () => {
    setTimeout(() => say(pageWallet().provider), 50)
    expect((await wallets.waitForInstalled('io.metamask', 1_000))?.name).toBe('MetaMask')
    expect(await wallets.waitForInstalled('io.nobody', 20)).toBeNull()
  })

  it('survive hostile announcements', () => {
    wallets.findInstalledWallets()
    const { provider } = pageWallet()
    const trap = new Proxy(
      {},
      {
        get: () => {
          throw new Error('trap')
        },
      },
    )
    for (const detail of [
      undefined,
      null,
      1,
      'x',
      [],
      {},
      trap,
      { info: trap, provider },
      { info: {}, provider },
      { info: { rdns: 'x', name: 'x' }, provider },
      { info: { rdns: 'io.x', name: 1 }, provider },
      { info: { rdns: 'io.x', name: ' \u200b ' }, provider },
      { info: { rdns: 'io.x', name: 'x' }, provider: {} },
      { info: { rdns: 'io.x', name: 'x' }, provider: trap },
      { info: { rdns: '<img>', name: 'x' }, provider },
    ]) {
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    }
    window.dispatchEvent(new Event('eip6963:announceProvider'))
    expect(found()).toEqual([])
    Object.defineProperty(window, 'ethereum', {
      get: () => {
        throw new Error('fight')
      },
      configurable: true,
    })
    expect(() => wallets.findInstalledWallets()).not.toThrow()
    for (let count = 0; count < 500; count += 1)
      say(provider, { rdns: `io.flood${count}`, name: `Flood ${count}` })
    expect(found().length).toBeLessThanOrEqual(40)
  })

  it.each([
    ['https://evil.example/track.png', null],
    ['javascript:alert(1)', null],
    ['data:text/html,<script>', null],
    ['data:image/png;base64,' + 'A'.repeat(200_000), null],
    [' data:image/svg+xml,%3Csvg/%3E', 'data:image/svg+xml,%3Csvg/%3E'],
    [undefined, null],
  ])('show no picture from elsewhere (%#)', (icon, shown) => {
    wallets.findInstalledWallets()
    say(pageWallet().provider, { icon })
    expect(found()[0]?.icon).toBe(shown)
  })

  it('have names of one short line without hidden characters', () => {
    wallets.findInstalledWallets()
    say(pageWallet().provider, { name: '  Meta\n\u202eMask\u200b  ' + 'x'.repeat(100) })
    expect(names()[0]).toMatch(/^Meta Mask x{30}$/)
  })
})
