import type { GetInterfaceHelpers, WalletInit } from '@web3-onboard/common'
import injectedModule from '@web3-onboard/injected-wallets'
import { init } from '@web3-onboard/react'
import { getAddress } from 'viem'
import type { ServerConfig } from '#contract/config.ts'
import type { EvmAddress, ShownEvmAddress } from '#contract/values.ts'
import { loadWithBoundedSockets } from './bounded-socket.ts'
import type { GuardedProvider, OpenedProvider, WalletProvider } from './guarded-provider.ts'
import { WalletError } from './wallet-error.ts'
import { rpcAddress, toHexChainId } from './wallet-rpc.ts'

export interface OnboardConnection {
  /** Each connection gets its own label, even of the same wallet. */
  readonly label: string
  /** The active one first. */
  readonly accounts: readonly [ShownEvmAddress, ...ShownEvmAddress[]]
  readonly chainId: number
}

/** See `walletconnect.ts`. */
export interface WalletConnectOptions {
  readonly projectId: string
  readonly relayUrl: string
  readonly chainIds: readonly number[]
}

/** See `PairingAttempt`. */
export interface RelayAttempt {
  readonly signal: AbortSignal
  readonly isSilent: boolean
  readonly topic?: string | undefined
  readonly onUri: (uri: string) => void
  readonly onAnswered: () => void
}

/** A wallet behind the relay. */
export interface OpenedRelay extends OpenedProvider {
  peerName(): string | undefined
  /** Topic of its session, if there is one. */
  topic(): string | undefined
  end(): Promise<void>
}

export type Onboard = ReturnType<typeof startOnboard>

const NAME = 'Koi'
/** Uses a library that is already loaded instead of the hash that only withdrawals load. */
const withChecksum = (address: EvmAddress) => getAddress(address) as ShownEvmAddress
/** web3-onboard requires an icon for every wallet; its own window is never shown. */
const NO_PICTURE = '<svg xmlns="http://www.w3.org/2000/svg"/>'
/** A wallet module counts as installed if the window has a property of this name: this one always exists. */
const ALWAYS_THERE = 'navigator' as never

/**
 * Starts web3-onboard without its windows. `onChange` is called with the connected wallet, or null. The library can be
 * started only once.
 */
export function startOnboard({ chains }: ServerConfig, onChange: (now: OnboardConnection | null) => void) {
  if (chains.length === 0) throw new WalletError('no_chains', 'No chains found on connector.')
  const { origin } = window.location
  const onboard = init({
    wallets: [],
    chains: chains.map(({ id, name, currency }) => ({
      id: toHexChainId(id),
      label: name,
      token: currency.symbol,
      rpcUrl: rpcAddress(id, origin),
    })),
    appMetadata: { name: NAME, description: NAME, icon: `${origin}/icons/icon-192.png` },
    connect: { autoConnectLastWallet: false, showSidebar: false },
    accountCenter: { desktop: { enabled: false }, mobile: { enabled: false } },
    disableFontDownload: true,
  })
  onboard.state.actions.updateNotify({ enabled: false })

  const live = new Map<string, GuardedProvider>()
  const waiting = new Map<string, () => void>()
  let last: Promise<unknown> = Promise.resolve()
  let count = 0
  let given: GetInterfaceHelpers | undefined

  // The only subscription, for as long as the page lives.
  onboard.state.select('wallets').subscribe((wallets) => {
    for (const { label, accounts } of wallets) if (accounts.length > 0) waiting.get(label)?.()
    for (const [label, guarded] of live) {
      if (waiting.has(label) || wallets.some((wallet) => wallet.label === label)) continue
      live.delete(label)
      guarded.release()
    }
    const [first] = wallets
    const guarded = first && live.get(first.label)
    const [inUse, ...others] = (guarded?.accounts() ?? []).map(withChecksum)
    const chainId = guarded?.chainId()
    // During a replacement the old wallet's accounts may be gone before the new ones are there.
    if (first && guarded && (!inUse || !chainId)) return
    onChange(first && inUse && chainId ? { label: first.label, accounts: [inUse, ...others], chainId } : null)
  })

  return {
    /** Label for the next connection. */
    nextLabel: (name: string) => `${name} ${++count}`,

    /**
     * Connects a wallet; resolves as soon as web3-onboard has it.
     * @throws {WalletRejection | WalletError} the wallet's own error
     */
    async connect(label: string, guarded: GuardedProvider): Promise<void> {
      await last
      onboard.state.actions.setWalletModules([
        moduleOf(label, guarded.provider, (received) => (given = received)),
      ])
      live.set(label, guarded)
      const held = new Promise<void>((resolve) => waiting.set(label, resolve))
      const settled = onboard.connectWallet({ autoSelect: { label, disableModals: true } })
      last = settled.catch(() => undefined)
      try {
        await Promise.race([held, settled])
        if (guarded.failure() || guarded.accounts().length === 0) {
          throw guarded.failure() ?? new WalletError('unknown', 'web3-onboard did not connect')
        }
        guarded.follow()
      } catch (error) {
        live.delete(label)
        guarded.release()
        throw error
      } finally {
        waiting.delete(label)
      }
    },

    /** Disconnects; `onChange` follows. */
    async disconnect(label: string): Promise<void> {
      await onboard.disconnectWallet({ label })
    },

    guardedOf: (label: string) => live.get(label),

    /** Opens the relay's provider through web3-onboard's own module. */
    async openWalletConnect(
      { projectId, chainIds, relayUrl }: WalletConnectOptions,
      attempt: RelayAttempt,
    ): Promise<OpenedRelay> {
      const [{ default: walletConnectModule }, { shareProvider }] = await loadWithBoundedSockets(() =>
        Promise.all([import('@web3-onboard/walletconnect'), import('./walletconnect.ts')]),
      )
      const shared = shareProvider({ relayUrl, chainIds, ...attempt })
      const module = walletConnectModule({
        projectId,
        dappUrl: origin,
        optionalChains: [...chainIds],
        handleUri: async (uri: string) => attempt.onUri(uri),
      })({ device: { type: 'desktop' } as never })
      if (!module || Array.isArray(module) || !given) {
        throw new WalletError('connector_not_found', 'Connector not found')
      }
      const { provider } = await module.getInterface(given)
      return { ...shared, provider: provider as unknown as WalletProvider }
    },
  }
}

/** Wraps an existing provider into a module for injected wallets. */
function moduleOf(
  label: string,
  provider: Required<WalletProvider>,
  onInterface: (given: GetInterfaceHelpers) => void,
): WalletInit {
  return injectedModule({
    disable6963Support: true,
    custom: [
      {
        label,
        getIcon: async () => NO_PICTURE,
        getInterface: async (given) => {
          onInterface(given)
          return { provider: provider as never }
        },
        injectedNamespace: ALWAYS_THERE,
        checkProviderIdentity: ({ provider: found }) => Boolean(found),
        platforms: ['all'],
      },
    ],
  })
}
