import type { WalletListing } from '#contract/wallet.ts'
import { takeChosenChain } from '#features/wallet/connection/chosen-chain.ts'
import { connectWallet, type WalletWay } from '#features/wallet/connection/connect-wallet.ts'
import { readWalletError } from '#features/wallet/connection/read-wallet-error.ts'
import { walletConfig } from '#features/wallet/connection/wallet-config.ts'
import { WalletError, WalletRejection } from '#features/wallet/connection/wallet-error.ts'
import {
  resumeReconnecting,
  stopReconnecting,
  switchToChain,
} from '#features/wallet/connection/wallet.actions.ts'
import { connectionOf, walletState, type Wallet } from '#features/wallet/connection/wallet.state.ts'
import { startAttemptClock } from './attempt-clock.ts'
import { walletModalState } from './wallet-modal.state.ts'

/**
 * WalletConnect's proposals are valid for five minutes, which start before the code is there; the margin is for the
 * wallet.
 */
const PAIRING_SHOWN_MS = 5 * 60_000 - 10_000

/** The only running attempt; ending it also cancels the wallet's request. */
interface RunningAttempt {
  readonly wallet: Wallet
  readonly listing: WalletListing | null
  readonly controller: AbortController
  /** Resolves to the pairing code. */
  readonly uri: Promise<string>
  stopClock: () => void
  stopExpiry: () => void
}

interface AttemptEvents {
  onSlow(): void
  onConnected(): void
  /** The code expired. */
  onExpired(): void
}

let running: RunningAttempt | undefined

export function runningAttempt(): Pick<RunningAttempt, 'wallet' | 'listing' | 'uri'> | undefined {
  return running
}

type Way =
  | { readonly via: 'injected'; readonly provider: Extract<WalletWay, { via: 'injected' }>['provider'] }
  | { readonly via: 'walletconnect' }

/** Starts to connect a wallet, and cancels the previous attempt. The modal's state shows the progress. */
export function beginAttempt(
  wallet: Wallet,
  listing: WalletListing | null,
  way: Way,
  events: AttemptEvents,
): void {
  endAttempt()
  stopReconnecting()
  const controller = new AbortController()
  let onUri: (uri: string) => void = () => {}
  const uri = new Promise<string>((resolve) => (onUri = resolve))
  const me: RunningAttempt = { wallet, listing, controller, uri, stopClock: () => {}, stopExpiry: () => {} }
  running = me
  walletModalState.attempt = { status: 'waiting', isSlow: false }
  walletModalState.pairing = way.via === 'walletconnect' ? { status: 'starting' } : { status: 'none' }
  const { session } = walletState
  if (session.status !== 'connected') walletState.session = { status: 'connecting', wallet }

  const isCurrent = () => running === me
  const showUri = (text: string) => {
    if (!isCurrent()) return
    const expiresAt = performance.now() + PAIRING_SHOWN_MS
    walletModalState.pairing = { status: 'ready', uri: text, expiresAt }
    const timer = setTimeout(events.onExpired, PAIRING_SHOWN_MS)
    me.stopExpiry = () => clearTimeout(timer)
    onUri(text)
  }
  const showAnswered = () => {
    if (!isCurrent()) return
    me.stopExpiry()
    walletModalState.pairing = { status: 'answered' }
  }
  restartClock(events.onSlow)
  const connecting = connectWallet(
    wallet,
    way.via === 'injected' ? way : { via: 'walletconnect', onUri: showUri, onAnswered: showAnswered },
    { signal: controller.signal },
  )
  connecting.then(
    () => {
      if (!isCurrent()) return
      finish(me)
      walletModalState.attempt = { status: 'none' }
      walletModalState.pairing = { status: 'none' }
      events.onConnected()
      void useChosenChain()
    },
    (error: unknown) => {
      if (!isCurrent()) return
      const isExpired = error instanceof WalletError && error.code === 'pairing_expired'
      if (isExpired) events.onExpired()
      else fail(error)
    },
  )
}

/** Starts the time again, for a wallet that is opened once more. */
export function restartClock(onSlow: () => void): void {
  const me = running
  if (!me) return
  me.stopClock()
  walletModalState.attempt = { status: 'waiting', isSlow: false }
  me.stopClock = startAttemptClock({
    onSlow() {
      if (running !== me) return
      walletModalState.attempt = { status: 'waiting', isSlow: true }
      onSlow()
    },
    onTimeout() {
      // A visible code stays valid for as long as it says.
      if (running !== me || walletModalState.history.at(-1)?.name === 'qr') return
      fail(new WalletError('timeout', 'Connection timeout or user rejected'))
    },
  })
}

/** Ends the running attempt with an error. */
export function fail(error: unknown): void {
  const me = running
  if (!me) return
  const outcome = readWalletError(error)
  finish(me)
  me.controller.abort(outcome)
  const isPairing = walletModalState.pairing.status !== 'none'
  if (outcome instanceof WalletRejection) {
    walletModalState.attempt = { status: 'rejected' }
    walletModalState.pairing = { status: 'none' }
    return
  }
  walletModalState.attempt = { status: 'failed', error: outcome }
  walletModalState.pairing = isPairing ? { status: 'failed', error: outcome } : { status: 'none' }
}

/** Cancels the running attempt silently, and clears the last outcome. */
export function endAttempt(): void {
  const me = running
  if (me) {
    finish(me)
    me.controller.abort(new WalletRejection('Cancelled'))
  }
  walletModalState.attempt = { status: 'none' }
  walletModalState.pairing = { status: 'none' }
}

/** Stops everything that belongs to an attempt, and restores the session's state. */
function finish(me: RunningAttempt): void {
  running = undefined
  me.stopClock()
  me.stopExpiry()
  if (walletState.session.status === 'connecting') resumeReconnecting()
}

/** Applies the network that the player chose before the wallet. If the wallet refuses, it stays connected. */
async function useChosenChain(): Promise<void> {
  const chosen = takeChosenChain()
  if (chosen === null || connectionOf(walletState.session)?.chainId === chosen) return
  try {
    const { chains } = await walletConfig()
    const chain = chains.find(({ id }) => id === chosen)
    if (chain) await switchToChain(chain)
  } catch {
    // The account view shows unsupported networks, with a button.
  }
}
