import { browserStorage } from '#lib/browser-storage.ts'
import {
  guardProvider,
  type GuardedProvider,
  type OpenedProvider,
  type WalletProvider,
} from './guarded-provider.ts'
import type { Onboard, OnboardConnection, OpenedRelay, RelayAttempt } from './onboard.ts'
import { rememberWallet } from './recent-wallets.ts'
import { walletConfig } from './wallet-config.ts'
import { WalletError } from './wallet-error.ts'
import { cleanWalletName } from './wallet-name.ts'
import { LAST_WALLET_KEY } from './known-address.ts'
import { walletState, type Wallet, type WalletConnection } from './wallet.state.ts'
import { within } from './abort.ts'

/** How the wallet is reached. */
export type WalletWay =
  | { readonly via: 'injected'; readonly provider: WalletProvider }
  | ({ readonly via: 'walletconnect' } & Pick<RelayAttempt, 'onUri' | 'onAnswered' | 'topic'>)

interface ConnectOptions {
  readonly signal: AbortSignal
  /** Reconnects without asking the player for permission. */
  readonly isSilent?: boolean
}

interface LiveConnection {
  readonly label: string
  readonly wallet: Wallet
  readonly guarded: GuardedProvider
  /** Ends the session of a wallet behind the relay. */
  readonly end: () => Promise<void>
  /** Session of a wallet behind the relay. */
  readonly topic: () => string | undefined
  readonly unwatch: () => void
}

/** Connected and connecting wallets, by web3-onboard's label. */
const connections = new Map<string, Omit<LiveConnection, 'unwatch'>>()
let live: LiveConnection | undefined

/** For requests; undefined if no wallet is connected. */
export function liveWallet(): GuardedProvider | undefined {
  return live?.guarded
}

/** Loads and starts web3-onboard after the modal has painted, while the player chooses. */
export function prepareToConnect(): void {
  // Ignore errors here: connecting tries again and reports them.
  const prepare = () => void loadOnboard(onConnectionChange).catch(() => undefined)
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(prepare, { timeout: 1_000 })
  else setTimeout(prepare, 200)
}

/**
 * Replaces the connected wallet, which stays connected until the new one is there.
 * @throws {WalletRejection | WalletError}
 */
export async function connectWallet(
  wallet: Wallet,
  way: WalletWay,
  { signal, isSilent = false }: ConnectOptions,
): Promise<void> {
  const onboard = await loadOnboard(onConnectionChange)
  signal.throwIfAborted()
  const before = live
  const label = onboard.nextLabel(wallet.id)
  let relay: OpenedRelay | undefined
  const open = async (): Promise<OpenedProvider> => {
    if (way.via === 'injected') return { provider: way.provider }
    relay = await openRelay(onboard, { signal, isSilent, ...way })
    return relay
  }
  const guarded = guardProvider({ open, isSilent, signal })
  // The wallet's own name is known only after it has answered.
  const named = () => {
    const peerName = wallet.id === 'walletconnect' ? cleanWalletName(relay?.peerName() ?? '') : ''
    return peerName ? { ...wallet, label: peerName } : wallet
  }
  connections.set(label, {
    label,
    guarded,
    end: async () => relay?.end(),
    topic: () => relay?.topic(),
    get wallet() {
      return named()
    },
  })
  try {
    await onboard.connect(label, guarded)
  } catch (error) {
    connections.delete(label)
    // A wallet that turned out to be unusable has a session all the same: end it.
    if (!isSilent) void relay?.end().catch(() => undefined)
    throw error
  }
  // A new session over the relay ends the old one by itself.
  if (before) await letGo(before, way.via === 'injected')
}

/**
 * Disconnects the wallet at once. `isTold`: the wallet behind the relay was already told, perhaps by another tab.
 * `isForgotten`: also for the other tabs and the next visit.
 */
export async function releaseWallet({ isTold = false, isForgotten = true }): Promise<void> {
  const ended = live
  live = undefined
  walletState.session = { status: 'disconnected' }
  if (isForgotten) browserStorage.remove(LAST_WALLET_KEY)
  if (ended) await letGo(ended, isTold)
}

async function letGo({ label, end, unwatch }: LiveConnection, isTold: boolean): Promise<void> {
  unwatch()
  connections.delete(label)
  const goodbye = isTold ? end().catch(() => undefined) : undefined
  const onboard = await loadOnboard(onConnectionChange)
  await onboard.disconnect(label).catch(() => undefined)
  await goodbye
}

async function openRelay(onboard: Onboard, attempt: RelayAttempt): Promise<OpenedRelay> {
  const { chains, publicKeys, wallet } = await walletConfig()
  if (!publicKeys.walletConnectProjectId || !wallet.relayUrl) {
    throw new WalletError('walletconnect_unavailable', 'This server has no project id or relay')
  }
  return onboard.openWalletConnect(
    {
      projectId: publicKeys.walletConnectProjectId,
      relayUrl: wallet.relayUrl,
      chainIds: chains.map(({ id }) => id),
    },
    attempt,
  )
}

/** The only place that copies web3-onboard's state into ours. */
function onConnectionChange(now: OnboardConnection | null): void {
  const next = now && connections.get(now.label)
  if (!now || !next) {
    // While a replacement connects, the end of the old wallet does not end the session.
    if (live && !connections.has(live.label)) return
    if (live) onEnd(live)
    return
  }
  const [address] = now.accounts
  const connection: WalletConnection = {
    wallet: next.wallet,
    address,
    accounts: [...now.accounts],
    chainId: now.chainId,
    topic: next.topic(),
  }
  if (live?.label !== now.label) {
    live?.unwatch()
    live = { ...next, wallet: next.wallet, unwatch: followSession(next.guarded) }
    rememberWallet(next.wallet)
  }
  walletState.session = { status: 'connected', ...connection }
  browserStorage.set(LAST_WALLET_KEY, JSON.stringify(connection))
}

/** The wallet was locked, or ended the connection itself. */
function onEnd(ended: LiveConnection): void {
  ended.unwatch()
  connections.delete(ended.label)
  live = undefined
  walletState.session = { status: 'disconnected' }
  browserStorage.remove(LAST_WALLET_KEY)
}

/** Time limit for loading the wallet code. */
const CODE_WITHIN_MS = 5_000

let started: Promise<Onboard> | undefined

/**
 * Loads and starts web3-onboard on first use. A failure is not cached, so that a retry tries again.
 * @throws {WalletError} `code_unavailable`, `config_unavailable`, `no_chains`
 */
function loadOnboard(onChange: (now: OnboardConnection | null) => void): Promise<Onboard> {
  started ??= start(onChange).catch((error: unknown) => {
    started = undefined
    throw error
  })
  return started
}

async function start(onChange: (now: OnboardConnection | null) => void): Promise<Onboard> {
  const late = () => new WalletError('code_unavailable', 'The code did not arrive in time')
  const code = within(import('./onboard.ts'), CODE_WITHIN_MS, late).catch((error: unknown) => {
    throw new WalletError('code_unavailable', 'The code could not be loaded', { cause: error })
  })
  const [{ startOnboard }, config] = await Promise.all([code, walletConfig()])
  return startOnboard(config, onChange)
}

/** Polling interval, because wallets may not send all events. */
const POLL_MS = 4_000

/**
 * Polls the wallet every 4 s while the page is visible, and when it becomes visible; returns a function that stops it.
 */
function followSession(guarded: GuardedProvider): () => void {
  let isAsking = false
  const ask = () => {
    if (isAsking || document.visibilityState !== 'visible') return
    isAsking = true
    // A wallet that does not answer is asked again next time.
    guarded
      .poll()
      .catch(() => undefined)
      .finally(() => (isAsking = false))
  }
  const timer = setInterval(ask, POLL_MS)
  document.addEventListener('visibilitychange', ask)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', ask)
  }
}
