// @vitest-environment happy-dom
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { subscribe } from 'valtio'
import { readWalletConfigWith } from '#features/wallet/connection/wallet-config.ts'
import { WalletRejection } from '#features/wallet/connection/wallet-error.ts'
import { disconnectWallet, signMessage } from '#features/wallet/connection/wallet.actions.ts'
import { walletState } from '#features/wallet/connection/wallet.state.ts'
import {
  closeWalletModal,
  connectByQr,
  openWalletModal,
  renewPairing,
} from '#features/wallet/modal/wallet-modal.actions.ts'
import { walletModalState } from '#features/wallet/modal/wallet-modal.state.ts'
import { repeats } from '../core.ts'
import { allowConsole } from '../support/console-guard.ts'
import { startRelay, type TestRelay } from '../support/wallet/relay.ts'
import { startWalletPeer, type WalletPeer } from '../support/wallet/wallet-peer.ts'
import { BLAST_SEPOLIA, SEPOLIA, serverConfig } from './server-config.ts'

const CONNECTIONS = repeats(4, 15)

let relay: TestRelay
let peer: WalletPeer

beforeAll(async () => {
  // Loaded in advance: the app gives up after 5 s, and loading it here can take that long.
  await Promise.all([
    import('#features/wallet/connection/onboard.ts'),
    import('#features/wallet/connection/walletconnect.ts'),
    import('@web3-onboard/walletconnect'),
  ])
  // In this test the wallet shares the page with the site.
  allowConsole(/metadata\.url/)
  relay = await startRelay()
  peer = await startWalletPeer({ relayUrl: relay.url, chains: [SEPOLIA.id, BLAST_SEPOLIA.id] })
})
afterAll(async () => {
  await peer.stop()
  await relay.stop()
})
beforeEach(() => {
  readWalletConfigWith(async () => serverConfig({ relayUrl: relay.url }))
  peer.policy.proposal = 'approve'
  peer.policy.request = 'approve'
  peer.policy.grants = 'together'
  openWalletModal()
})
afterEach(async () => {
  closeWalletModal()
  await disconnectWallet()
})

const session = () => walletState.session
const within = { timeout: 25_000, interval: 20 }
const connected = () => vi.waitFor(() => expect(session().status).toBe('connected'), within)
/** Waits for a code that differs from `before`. */
const code = (before?: string) =>
  vi.waitFor(() => {
    const { pairing } = walletModalState
    if (pairing.status !== 'ready' || pairing.uri === before) throw new Error(`The code is ${pairing.status}`)
    return pairing.uri
  }, within)

describe('a wallet behind the relay', () => {
  it('connects by a scan, signs, changes its account, and is notified of the end', async () => {
    connectByQr(null)
    expect(walletModalState.pairing).toEqual({ status: 'starting' })
    await peer.pair(await code())
    await connected()
    const [account] = peer.accounts
    expect(session()).toMatchObject({
      wallet: { via: 'walletconnect', label: 'Test Wallet' },
      address: account?.address,
      chainId: SEPOLIA.id,
    })
    await expect(signMessage('Hello')).resolves.toBe(await account?.signMessage({ message: 'Hello' }))

    peer.policy.request = 'reject-5000'
    await expect(signMessage('Hello')).rejects.toBeInstanceOf(WalletRejection)
    peer.policy.request = 'reject-4001'
    await expect(signMessage('Hello')).rejects.toBeInstanceOf(WalletRejection)

    await peer.setChain(BLAST_SEPOLIA.id)
    await vi.waitFor(() => expect(session()).toMatchObject({ chainId: BLAST_SEPOLIA.id }), within)
    await disconnectWallet()
    await vi.waitFor(() => expect(peer.topics()).toEqual([]), within)
  })

  it('may decline', async () => {
    peer.policy.proposal = 'reject'
    connectByQr(null)
    await peer.pair(await code())
    await vi.waitFor(() => expect(walletModalState.attempt).toEqual({ status: 'rejected' }), within)
    expect(session()).toEqual({ status: 'disconnected' })
  })

  it('cannot connect with a code that was cancelled', async () => {
    connectByQr(null)
    const uri = await code()
    closeWalletModal()
    await peer.pair(uri).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(session()).toEqual({ status: 'disconnected' })
    openWalletModal()
    connectByQr(null)
    await peer.pair(await code())
    await connected()
  })

  it('gets a new code', async () => {
    connectByQr(null)
    const first = await code()
    renewPairing()
    const second = await code(first)
    expect(second).not.toBe(first)
    await peer.pair(second)
    await connected()
  })

  it('may list its chains in the namespace keys', async () => {
    peer.policy.grants = 'by-chain'
    connectByQr(null)
    await peer.pair(await code())
    await connected()
    const [account] = peer.accounts
    expect(session()).toMatchObject({ address: account?.address, chainId: SEPOLIA.id })
    await expect(signMessage('Hello')).resolves.toBe(await account?.signMessage({ message: 'Hello' }))
  })

  it('is told when its grants are useless', async () => {
    peer.policy.grants = 'too-little'
    // A wallet that scanned a cancelled code keeps its own session for a while.
    const before = peer.topics()
    connectByQr(null)
    await peer.pair(await code())
    await vi.waitFor(() => expect(walletModalState.attempt.status).toBe('failed'), within)
    const { attempt } = walletModalState
    expect(attempt.status === 'failed' && attempt.error.code).toBe('unsupported_methods')
    const granted = () => peer.topics().filter((topic) => !before.includes(topic))
    expect(granted()).toHaveLength(1)
    await vi.waitFor(() => expect(granted()).toEqual([]), within)
  })

  it('is waited for after it accepted, without the used code on screen', async () => {
    const seen: string[] = []
    const stop = subscribe(walletModalState, () => void seen.push(walletModalState.pairing.status))
    connectByQr(null)
    await peer.pair(await code())
    await connected()
    stop()
    expect(seen).toContain('answered')
    expect(seen.slice(seen.indexOf('answered'))).not.toContain('ready')
  })

  it('can end the session itself', async () => {
    connectByQr(null)
    await peer.pair(await code())
    await connected()
    await peer.disconnect()
    await vi.waitFor(() => expect(session()).toEqual({ status: 'disconnected' }), within)
  })
})

describe('a relay that does not answer', () => {
  it('is reported after 10 s, and the code appears when it is back', async () => {
    relay.pause('refuse')
    connectByQr(null)
    await vi.waitFor(() => expect(walletModalState.pairing.status).toBe('failed'), within)
    const { attempt } = walletModalState
    expect(attempt.status === 'failed' && attempt.error.code).toBe('relay_unreachable')
    relay.resume()
    renewPairing()
    await peer.pair(await code())
    await connected()
  }, 60_000)
})

describe('a relay that loses its connection', () => {
  it('still delivers a signature after the break', async () => {
    connectByQr(null)
    await peer.pair(await code())
    await connected()
    const asked = peer.events.length
    const signature = signMessage('Hello')
    await vi.waitFor(() => expect(peer.events.length).toBeGreaterThan(asked), within)
    relay.dropAll()
    await expect(signature).resolves.toMatch(/^0x/)
  })

  it(`has one socket left after ${CONNECTIONS} connections`, async () => {
    // The break in the test before may have lost its disconnect message.
    await peer.disconnect()
    const before = peer.events.filter(({ name }) => name === 'approved').length
    for (let round = 1; round <= CONNECTIONS; round += 1) {
      openWalletModal()
      connectByQr(null)
      await peer.pair(await code())
      await connected()
      // The wallet's library loses a disconnect message that arrives before its own last step of approval.
      await peer.waitFor('approved', { times: before + round })
      await disconnectWallet()
    }
    // The wallet holds the other socket.
    expect(relay.stats.openSockets).toBe(2)
    await vi.waitFor(() => expect(peer.topics()).toEqual([]), within)
  })
})
