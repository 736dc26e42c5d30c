// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { repeats } from '../core.ts'
import { shownAddress } from '../support/addresses.ts'
import { installedWallets } from '#features/wallet/connection/installed-wallets.ts'
import { readWalletConfigWith } from '#features/wallet/connection/wallet-config.ts'
import { WalletRejection } from '#features/wallet/connection/wallet-error.ts'
import {
  disconnectWallet,
  sendTransaction,
  signMessage,
  switchToChain,
} from '#features/wallet/connection/wallet.actions.ts'
import { LAST_WALLET_KEY } from '#features/wallet/connection/known-address.ts'
import { walletState } from '#features/wallet/connection/wallet.state.ts'
import {
  closeWalletModal,
  connectInstalled,
  openWalletModal,
} from '#features/wallet/modal/wallet-modal.actions.ts'
import { walletModalState } from '#features/wallet/modal/wallet-modal.state.ts'
import { ALICE, announce, BOB, pageWallet } from './injected-wallet-in-page.ts'
import { BLAST_SEPOLIA, SEPOLIA, serverConfig } from './server-config.ts'

const wallet = pageWallet()
const CONNECTIONS = repeats(20, 200)
const metaMask = () => {
  const found = installedWallets.get().find(({ id }) => id === 'io.metamask')
  if (!found) throw new Error('MetaMask was not found')
  return found
}
const session = () => walletState.session
const connected = () => vi.waitFor(() => expect(session().status).toBe('connected'), 30_000)

// Loaded in advance: the app gives up after 5 s, and loading it here can take that long.
beforeAll(() => import('#features/wallet/connection/onboard.ts'))
beforeEach(() => {
  readWalletConfigWith(async () => serverConfig())
  Object.assign(wallet.state, { accounts: [ALICE], chainId: '0xaa36a7' })
  openWalletModal()
  announce(wallet.provider)
})
afterEach(async () => {
  closeWalletModal()
  await disconnectWallet()
})

describe('an injected wallet', () => {
  it('connects, is followed, and disconnects', async () => {
    connectInstalled(metaMask())
    expect(session().status).toBe('connecting')
    expect(walletModalState.attempt).toEqual({ status: 'waiting', isSlow: false })
    await connected()
    expect(session()).toMatchObject({
      address: shownAddress(ALICE),
      accounts: [shownAddress(ALICE)],
      chainId: SEPOLIA.id,
    })
    expect(walletModalState.isOpen).toBe(false)
    expect(wallet.listenerCount()).toBe(3)

    wallet.setAccounts([BOB, ALICE])
    await vi.waitFor(() =>
      expect(session()).toMatchObject({
        address: shownAddress(BOB),
        accounts: [shownAddress(BOB), shownAddress(ALICE)],
      }),
    )
    wallet.setChain('0xa0c71fd')
    await vi.waitFor(() =>
      expect(session()).toMatchObject({ chainId: BLAST_SEPOLIA.id, address: shownAddress(BOB) }),
    )
    expect(JSON.parse(localStorage.getItem(LAST_WALLET_KEY) ?? '')).toMatchObject({
      address: shownAddress(BOB),
    })

    await disconnectWallet()
    expect(session()).toEqual({ status: 'disconnected' })
    expect(localStorage.getItem(LAST_WALLET_KEY)).toBeNull()
    expect(wallet.listenerCount()).toBe(0)
  })

  it('ends the session when it is locked', async () => {
    connectInstalled(metaMask())
    await connected()
    wallet.setAccounts([])
    await vi.waitFor(() => expect(session()).toEqual({ status: 'disconnected' }))
    expect(wallet.listenerCount()).toBe(0)
  })

  it('may decline, which shows no error', async () => {
    wallet.answers['eth_requestAccounts'] = () => {
      throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
    }
    connectInstalled(metaMask())
    await vi.waitFor(() => expect(walletModalState.attempt).toEqual({ status: 'rejected' }))
    expect(session()).toEqual({ status: 'disconnected' })
    wallet.answers['eth_requestAccounts'] = () => wallet.state.accounts
  })

  it('can be asked again at once after the player cancelled', async () => {
    wallet.answers['eth_requestAccounts'] = () => new Promise(() => {})
    connectInstalled(metaMask())
    await vi.waitFor(() => expect(wallet.asked).toContain('eth_requestAccounts'))
    closeWalletModal()
    expect(session()).toEqual({ status: 'disconnected' })
    openWalletModal()
    wallet.answers['eth_requestAccounts'] = () => wallet.state.accounts
    connectInstalled(metaMask())
    await connected()
  })

  it('signs, and switches to a chain that it has to add first', async () => {
    connectInstalled(metaMask())
    await connected()
    wallet.answers['personal_sign'] = () => '0x1234'
    await expect(signMessage('Hello')).resolves.toBe('0x1234')
    wallet.answers['personal_sign'] = () => {
      throw Object.assign(new Error('no'), { code: 4001 })
    }
    await expect(signMessage('Hello')).rejects.toBeInstanceOf(WalletRejection)

    let isAdded = false
    wallet.answers['wallet_switchEthereumChain'] = () => {
      if (!isAdded) throw Object.assign(new Error('Unrecognized chain ID'), { code: 4902 })
      wallet.setChain('0xa0c71fd')
      return null
    }
    wallet.answers['wallet_addEthereumChain'] = () => ((isAdded = true), null)
    // Without a known node that accepts its transactions, the wallet cannot add the chain.
    await expect(switchToChain(BLAST_SEPOLIA)).rejects.toMatchObject({ code: 'chain_unknown' })
    expect(isAdded).toBe(false)

    await switchToChain({ ...BLAST_SEPOLIA, rpcUrl: 'https://node.example' })
    expect(session()).toMatchObject({ chainId: BLAST_SEPOLIA.id })
  })

  it('may send 20,000 events, of which the last counts', async () => {
    connectInstalled(metaMask())
    await connected()
    const began = performance.now()
    for (let count = 0; count < 10_000; count += 1) {
      wallet.emit('accountsChanged', [count % 2 === 0 ? ALICE : BOB])
      wallet.emit('chainChanged', count % 2 === 0 ? '0xaa36a7' : '0xa0c71fd')
    }
    expect(performance.now() - began).toBeLessThan(500)
    await vi.waitFor(() =>
      expect(session()).toMatchObject({ address: shownAddress(BOB), chainId: BLAST_SEPOLIA.id }),
    )
  })

  it('may have sent a payment that it never answers, and has not sent one that it refuses', async () => {
    connectInstalled(metaMask())
    await connected()
    const transaction = { from: ALICE, to: BOB, value: '0x1', data: '0x' }
    const codeOf = async (answer: () => unknown) => {
      wallet.answers['eth_sendTransaction'] = answer
      const error: unknown = await sendTransaction(SEPOLIA.id, transaction).catch((thrown: unknown) => thrown)
      return error instanceof WalletRejection ? 'rejected' : (error as { code?: string }).code
    }
    const failing = (code: number, message: string) => () => {
      throw Object.assign(new Error(message), { code })
    }
    expect(await codeOf(() => null)).toBe('send_unanswered')
    expect(await codeOf(() => '0x12')).toBe('send_unanswered')
    expect(await codeOf(failing(-32_603, 'Internal JSON-RPC error.'))).toBe('send_unanswered')
    expect(await codeOf(failing(-32_000, 'already known'))).toBe('send_unanswered')
    expect(await codeOf(failing(-32_000, 'insufficient funds for gas * price + value'))).toBe(
      'insufficient_funds',
    )
    expect(await codeOf(failing(-32_603, 'ERC20: transfer amount exceeds balance'))).toBe(
      'insufficient_funds',
    )
    expect(await codeOf(failing(4100, 'no'))).toBe('unauthorized')
    expect(await codeOf(failing(4001, 'no'))).toBe('rejected')
  })

  it('is reported to have kept its network when it accepts the switch and stays', async () => {
    connectInstalled(metaMask())
    await connected()
    wallet.answers['wallet_switchEthereumChain'] = () => null
    await expect(switchToChain(BLAST_SEPOLIA)).rejects.toMatchObject({ code: 'chain_kept' })
    const transaction = { from: ALICE, to: BOB, value: '0x1', data: '0x' }
    await expect(sendTransaction(BLAST_SEPOLIA.id, transaction)).rejects.toMatchObject({ code: 'chain_kept' })
  })

  it(`leaves nothing behind after ${CONNECTIONS} connections`, async () => {
    const nodes = () => document.querySelectorAll('*').length
    const before = { nodes: 0 }
    for (let round = 0; round < CONNECTIONS; round += 1) {
      connectInstalled(metaMask())
      await connected()
      if (round === 0) before.nodes = nodes()
      await disconnectWallet()
      expect(wallet.listenerCount()).toBe(0)
    }
    expect(nodes()).toBe(before.nodes)
  }, 60_000)
})
