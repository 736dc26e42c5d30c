// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { shownAddress } from '../support/addresses.ts'
import { ALICE, announce, BOB, pageWallet } from './injected-wallet-in-page.ts'
import { SEPOLIA, serverConfig } from './server-config.ts'

const within = { timeout: 10_000, interval: 20 }
const stored = (changes: object = {}) => ({
  wallet: { via: 'injected', id: 'io.metamask', label: 'MetaMask', icon: null },
  address: ALICE,
  accounts: [ALICE],
  chainId: SEPOLIA.id,
  ...changes,
})

let stopAnnouncing: (() => void) | undefined
let wallet: ReturnType<typeof pageWallet>

/** Listeners of earlier tests' pages. A real page would be gone with them. */
const heard: Parameters<typeof window.addEventListener>[] = []
const listen = window.addEventListener.bind(window)

async function load(last: object | null = stored()) {
  vi.resetModules()
  Reflect.set(window, 'addEventListener', (...args: Parameters<typeof listen>) => {
    heard.push(args)
    listen(...args)
  })
  document.querySelector('onboard-v2')?.remove()
  if (last) localStorage.setItem('wallet', JSON.stringify(last))
  const [{ walletState }, actions, modal, { walletModalState }] = await Promise.all([
    import('#features/wallet/connection/wallet.state.ts'),
    import('#features/wallet/connection/wallet.actions.ts'),
    import('#features/wallet/modal/wallet-modal.actions.ts'),
    import('#features/wallet/modal/wallet-modal.state.ts'),
  ])
  return { walletState, walletModalState, ...actions, ...modal }
}

beforeEach(() => {
  wallet = pageWallet()
  stopAnnouncing = announce(wallet.provider)
})
afterEach(() => {
  stopAnnouncing?.()
  for (const [event, listener] of heard.splice(0)) window.removeEventListener(event, listener)
  Reflect.set(window, 'addEventListener', listen)
  localStorage.clear()
})

describe('a page that reconnects to its wallet', () => {
  it('asks for no permission', async () => {
    const page = await load()
    expect(page.walletState.session).toEqual({ status: 'reconnecting', last: stored() })
    page.followWallet(async () => serverConfig())
    await vi.waitFor(() => expect(page.walletState.session).toMatchObject({ status: 'connected' }), within)
    expect(wallet.asked).toContain('eth_accounts')
    expect(wallet.asked).not.toContain('eth_requestAccounts')
    await page.disconnectWallet()
  })

  it("uses the wallet's current account", async () => {
    wallet.state.accounts = [BOB]
    const page = await load()
    page.followWallet(async () => serverConfig())
    await vi.waitFor(
      () =>
        expect(page.walletState.session).toMatchObject({ status: 'connected', address: shownAddress(BOB) }),
      within,
    )
    await page.disconnectWallet()
  })

  it('forgets a wallet that is locked or gone', async () => {
    wallet.state.accounts = []
    const page = await load()
    page.followWallet(async () => serverConfig())
    await vi.waitFor(() => expect(page.walletState.session).toEqual({ status: 'disconnected' }), within)
    expect(localStorage.getItem('wallet')).toBeNull()

    const other = await load(
      stored({ wallet: { via: 'injected', id: 'io.gone', label: 'Gone', icon: null } }),
    )
    other.followWallet(async () => serverConfig())
    await vi.waitFor(() => expect(other.walletState.session).toEqual({ status: 'disconnected' }), within)
  })

  it('signs what the player asks for before the wallet has answered', async () => {
    const page = await load()
    page.followWallet(async () => serverConfig())
    wallet.answers['personal_sign'] = () => '0x1234'
    await expect(page.signMessage('Hello')).resolves.toBe('0x1234')
    await page.disconnectWallet()
  })

  it('keeps the session while the list of chains is unavailable', async () => {
    const page = await load()
    let isThere = false
    page.followWallet(async () => {
      if (!isThere) throw new Error('offline')
      return serverConfig()
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(page.walletState.session.status).toBe('reconnecting')
    expect(localStorage.getItem('wallet')).not.toBeNull()
    isThere = true
    window.dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(page.walletState.session.status).toBe('connected'), within)
    await page.disconnectWallet()
  })

  it.each([
    '{',
    '[]',
    '1',
    '{"wallet":1}',
    JSON.stringify(stored({ address: 'x' })),
    JSON.stringify(stored({ chainId: -1 })),
    JSON.stringify(stored({ accounts: [] })),
  ])('ignores invalid stored data: %s', async (text) => {
    localStorage.setItem('wallet', text)
    const page = await load(null)
    expect(page.walletState.session).toEqual({ status: 'disconnected' })
  })

  it('follows another tab', async () => {
    const page = await load(null)
    page.followWallet(async () => serverConfig())
    const tell = (newValue: string | null) => {
      if (newValue === null) localStorage.removeItem('wallet')
      else localStorage.setItem('wallet', newValue)
      window.dispatchEvent(new StorageEvent('storage', { key: 'wallet', newValue }))
    }
    tell(JSON.stringify(stored()))
    await vi.waitFor(() => expect(page.walletState.session).toMatchObject({ status: 'connected' }), within)
    tell(null)
    await vi.waitFor(() => expect(page.walletState.session).toEqual({ status: 'disconnected' }), within)
    await vi.waitFor(() => expect(wallet.listenerCount()).toBe(0), within)
  })

  it('opens with the account, and connects to the last used wallet directly until the player disconnects', async () => {
    const page = await load()
    page.followWallet(async () => serverConfig())
    page.openWalletModal()
    expect(page.walletModalState.history).toEqual([{ name: 'account' }])
    await vi.waitFor(() => expect(page.walletState.session.status).toBe('connected'), within)
    page.closeWalletModal()
    wallet.setAccounts([])
    await vi.waitFor(() => expect(page.walletState.session.status).toBe('disconnected'), within)

    wallet.state.accounts = [ALICE]
    page.openWalletModal()
    await vi.waitFor(() => expect(page.walletState.session.status).toBe('connected'), within)
    expect(page.walletModalState.isOpen).toBe(false)

    await page.disconnectWallet()
    page.openWalletModal()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(page.walletModalState.history).toEqual([{ name: 'connect' }])
    page.closeWalletModal()
  })

  it('starts with the choice of network if the operator wants so', async () => {
    const page = await load(null)
    page.followWallet(async () => serverConfig({ hasNetworkView: true }))
    page.openWalletModal()
    await vi.waitFor(() => expect(page.walletModalState.history).toEqual([{ name: 'network' }]), within)
    page.closeWalletModal()
  })

  it('says when the server names no chain', async () => {
    const page = await load(null)
    page.followWallet(async () => serverConfig({ chains: [] }))
    page.openWalletModal()
    const { installedWallets } = await import('#features/wallet/connection/installed-wallets.ts')
    const [first] = installedWallets.get()
    if (!first) throw new Error('no wallet')
    page.connectInstalled(first)
    await vi.waitFor(() => expect(page.walletModalState.attempt.status).toBe('failed'), within)
    const { attempt } = page.walletModalState
    expect(attempt.status === 'failed' && attempt.error.message).toBe('No chains found on connector.')
    page.goBack()
    expect(page.walletModalState.attempt).toEqual({ status: 'none' })
    expect(page.walletModalState.history).toEqual([{ name: 'connect' }])
    page.goBack()
    expect(page.walletModalState.isOpen).toBe(false)
  })
})
