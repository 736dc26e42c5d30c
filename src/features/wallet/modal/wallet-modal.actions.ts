import type { WalletListing } from '#contract/wallet.ts'
import {
  forgetLink,
  linkKindsOf,
  openLink,
  pairingLink,
  rememberLink,
  type LinkKind,
} from '#features/wallet/connection/deep-links.ts'
import { isHandheld } from '#features/wallet/connection/device.ts'
import {
  findInstalledWallets,
  installedWallets,
  type InstalledWallet,
} from '#features/wallet/connection/installed-wallets.ts'
import { preferredWallet } from '#features/wallet/connection/recent-wallets.ts'
import { whenSessionsChange } from '#features/wallet/connection/stored-sessions.ts'
import { walletConfig } from '#features/wallet/connection/wallet-config.ts'
import { WalletError } from '#features/wallet/connection/wallet-error.ts'
import { installedOf } from '#features/wallet/connection/wallet-listing.ts'
import { followWallet } from '#features/wallet/connection/wallet.actions.ts'
import { connectionOf, walletState, type Wallet } from '#features/wallet/connection/wallet.state.ts'
import { PRACTICE_WALLET_ID } from '#lib/practice-wallet-id.ts'
import { beginAttempt, endAttempt, fail, restartClock, runningAttempt } from './wallet-attempt.ts'
import { walletModalState, type WalletView } from './wallet-modal.state.ts'

/** Kinds of links tried in the running attempt, so that a second try uses the other one. */
let triedLinks: LinkKind[] = []

/**
 * Opens the modal at once; code and data follow. Shows the account if a wallet is connected or reconnecting, or else
 * the networks if the operator wants that, or else the choice of wallets. The last used wallet, if installed, and the
 * only wallet of a wallet's own browser connect directly.
 */
export function openWalletModal(): void {
  if (walletModalState.isOpen) return
  endAttempt()
  const isKnown = connectionOf(walletState.session) !== null
  if (!isKnown) forgetLink()
  walletModalState.history = [{ name: isKnown ? 'account' : 'connect' }]
  walletModalState.isOpen = true
  followWallet()
  findInstalledWallets()
  if (!isKnown) void chooseFirstView()
}

/**
 * Shows networks first if the operator wants that, or connects a preferred wallet; does nothing if the player has
 * already chosen.
 */
async function chooseFirstView(): Promise<void> {
  const first = walletModalState.history
  const hasNetworkView = await walletConfig().then(
    ({ wallet }) => wallet.hasNetworkView,
    () => false,
  )
  if (!walletModalState.isOpen || walletModalState.history !== first) return
  if (hasNetworkView) {
    walletModalState.history = [{ name: 'network' }]
    return
  }
  const installed = installedWallets.get()
  const own = installed.filter(({ id }) => id !== PRACTICE_WALLET_ID)
  const last = preferredWallet()
  const preferred =
    installed.find(({ id }) => last?.via === 'injected' && id === last.id) ??
    (isHandheld() && own.length === 1 ? own[0] : undefined)
  if (preferred) connectInstalled(preferred)
}

/** Closes the modal and cancels everything in progress: a code that was shown connects nothing any more. */
export function closeWalletModal(): void {
  endAttempt()
  forgetLinkUnlessConnected()
  hide()
}

function hide(): void {
  walletModalState.isOpen = false
  walletModalState.history = []
}

/** Adds a view; `goBack` returns from it. */
export function showView(view: WalletView): void {
  walletModalState.history = [...walletModalState.history, view]
}

/** Returns to the previous view; on the first one it closes the modal. Cancels the attempt of the view that is left. */
export function goBack(): void {
  const { history } = walletModalState
  if (history.length <= 1) {
    closeWalletModal()
    return
  }
  const left = history.at(-1)
  const next = history.at(-2)
  walletModalState.history = history.slice(0, -1)
  // Link and code of one wallet are two views of the same attempt.
  const isSameAttempt = runningAttempt() !== undefined && isAttemptView(left) && isAttemptView(next)
  if (isAttemptView(left) && !isSameAttempt) endAttempt()
}

function isAttemptView(view: WalletView | undefined): boolean {
  return view?.name === 'connecting' || view?.name === 'qr'
}

/** Asks a wallet of this browser for its accounts, in the `connecting` view. Closes the modal on success. */
export function connectInstalled(installed: InstalledWallet): void {
  const wallet: Wallet = { via: 'injected', id: installed.id, label: installed.name, icon: installed.icon }
  forgetLink()
  showAttempt({ name: 'connecting', wallet, listing: null })
  beginAttempt(wallet, null, { via: 'injected', provider: installed.provider }, events(wallet))
}

/** Connects a wallet of the explorer in the best way: installed, by its app's link, or by code. */
export function connectListing(listing: WalletListing): void {
  const installed = installedOf(listing, installedWallets.get())
  if (installed) connectInstalled(installed)
  else if (linkKindsOf(listing).length > 0) openInApp(listing)
  else connectByQr(listing)
}

/** Shows a pairing code for one wallet, or for any (null). */
export function connectByQr(listing: WalletListing | null): void {
  forgetLink()
  showAttempt({ name: 'qr', wallet: listing && walletOf(listing), listing })
  pair(listing)
}

/**
 * Opens the wallet's app by a link, in the `connecting` view; a second call uses the other link. Call in a click
 * handler.
 */
export function openInApp(listing: WalletListing): void {
  const wallet = walletOf(listing)
  const isAgain = runningAttempt()?.listing?.id === listing.id
  showAttempt({ name: 'connecting', wallet, listing })
  pair(listing)
  if (!isAgain) triedLinks = []
  const kinds = linkKindsOf(listing)
  const kind = kinds.find((each) => !triedLinks.includes(each)) ?? kinds[0]
  const attempt = runningAttempt()
  if (!kind || !attempt) {
    fail(new WalletError('link_blocked', 'The wallet has no link for this device'))
    return
  }
  triedLinks.push(kind)
  restartClock(events(wallet).onSlow)
  void attempt.uri.then((uri) => {
    const address = pairingLink(listing, kind, uri)
    if (address === null || runningAttempt() !== attempt) return
    rememberLink(listing, kind)
    openLink(address)
  })
}

/** Repeats the attempt of the shown view. */
export function retry(): void {
  const view = walletModalState.history.at(-1)
  if (view?.name === 'qr') return renewPairing()
  if (view?.name !== 'connecting') return
  endAttempt()
  if (view.listing) {
    openInApp(view.listing)
    return
  }
  const installed = installedWallets.get().find(({ id }) => id === view.wallet.id)
  if (installed) connectInstalled(installed)
  else {
    const error = new WalletError('connector_not_found', 'The wallet is not in this browser')
    walletModalState.attempt = { status: 'failed', error }
  }
}

/** Replaces an expired or failed code; the old one connects nothing. */
export function renewPairing(): void {
  const view = walletModalState.history.at(-1)
  if (view?.name !== 'qr') return
  endAttempt()
  pair(view.listing)
}

/** Starts a pairing over the relay, or continues the running one for the same wallet. */
function pair(listing: WalletListing | null): void {
  const attempt = runningAttempt()
  const isRunning = attempt?.wallet.via === 'walletconnect' && attempt.listing?.id === listing?.id
  if (isRunning) return
  const wallet = listing ? walletOf(listing) : ANY_WALLET
  beginAttempt(wallet, listing, { via: 'walletconnect' }, events(wallet))
}

/** The wallet that scans the code is unknown until it answers. */
const ANY_WALLET: Wallet = { via: 'walletconnect', id: 'walletconnect', label: 'WalletConnect', icon: null }

function walletOf({ id, name, image }: WalletListing): Wallet {
  return { via: 'walletconnect', id, label: name.slice(0, 60), icon: image }
}

/** Shows the attempt's view; a retry in the same view adds no step to go back. */
function showAttempt(view: WalletView): void {
  const { history } = walletModalState
  const top = history.at(-1)
  const isShown =
    top?.name === view.name && 'wallet' in top && 'wallet' in view && top.wallet?.id === view.wallet?.id
  if (!isShown) walletModalState.history = [...history, view]
}

function events(wallet: Wallet) {
  return {
    onConnected: hide,
    /** On a computer, shows the code if the wallet did not open; a phone cannot scan itself. */
    onSlow() {
      const view = walletModalState.history.at(-1)
      const isLink = view?.name === 'connecting' && view.wallet.id === wallet.id && view.listing !== null
      if (isLink && !isHandheld()) connectByQr(view.listing)
    },
    onExpired() {
      if (walletModalState.history.at(-1)?.name !== 'qr') {
        fail(new WalletError('pairing_expired', 'The pairing expired'))
      } else if (document.visibilityState === 'visible') renewPairing()
      else renewWhenSeen()
    },
  }
}

/** Renews the code only when the page is visible again: nobody scans a code of a hidden page. */
function renewWhenSeen(): void {
  const attempt = runningAttempt()
  const onSeen = () => {
    document.removeEventListener('visibilitychange', onSeen)
    if (runningAttempt() === attempt && walletModalState.pairing.status !== 'answered') renewPairing()
  }
  document.addEventListener('visibilitychange', onSeen)
}

whenSessionsChange(() => {
  // A pairing in this tab would overwrite the session that the other tab has just stored.
  if (runningAttempt()?.wallet.via === 'walletconnect') closeWalletModal()
})

/** Requests open the wallet's app only while the wallet is connected by its link. */
function forgetLinkUnlessConnected(): void {
  if (walletState.session.status !== 'connected') forgetLink()
}
