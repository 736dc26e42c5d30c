import * as v from 'valibot'
import type { Chain, ServerConfig } from '#contract/config.ts'
import { isSameAddress } from '#contract/same-address.ts'
import { within } from './abort.ts'
import { connectWallet, liveWallet, releaseWallet } from './connect-wallet.ts'
import { forgetLink } from './deep-links.ts'
import { waitForInstalled } from './installed-wallets.ts'
import { readWalletError } from './read-wallet-error.ts'
import { preferWallet } from './recent-wallets.ts'
import { forgetRelaySessions } from './stored-sessions.ts'
import { readWalletConfigWith } from './wallet-config.ts'
import { WalletError, type WalletErrorCode } from './wallet-error.ts'
import { addChainParameter, toHexChainId, toHexText, type Hex } from './wallet-rpc.ts'
import { LAST_WALLET_KEY } from './known-address.ts'
import {
  connectionOf,
  readLastConnection,
  untilReconnected,
  walletState,
  type WalletConnection,
} from './wallet.state.ts'

/** Time limit of a request in the wallet, the same as on WalletConnect's relay. */
const REQUEST_WITHIN_MS = 5 * 60_000
/** On slow machines extensions inject themselves late. */
const INSTALLED_WITHIN_MS = 3_000
/** Time limit for an injected wallet to tell if it knows this site. */
const FOUND_WITHIN_MS = 10_000

let isFollowing = false
let search: AbortController | undefined

/**
 * Reconnects the stored wallet without asking for permission, and follows it from then on. Further calls do nothing.
 * `readConfig` is called whenever chains or the relay are needed; the app passes the query cache, so that this works
 * offline.
 */
export function followWallet(readConfig?: () => Promise<ServerConfig>): void {
  if (readConfig) readWalletConfigWith(readConfig)
  if (isFollowing) return
  isFollowing = true
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onSeen)
  document.addEventListener('visibilitychange', onSeen)
  const { session } = walletState
  // Another tab may have connected a wallet since this page started.
  const last = session.status === 'disconnected' ? readLastConnection() : null
  if (session.status === 'reconnecting') void reconnect(session.last)
  else if (last) void reconnect(last)
}

/** Stops looking for the stored wallet, because the player chooses another one. */
export function stopReconnecting(): void {
  search?.abort(new WalletError('session_ended', 'Another wallet was chosen'))
  search = undefined
}

/** Looks for the stored wallet again if the player did not connect another one. */
export function resumeReconnecting(): void {
  const last = readLastConnection()
  if (last === null) walletState.session = { status: 'disconnected' }
  else void reconnect(last)
}

async function reconnect(last: WalletConnection, isFromOtherTab = false): Promise<void> {
  const { wallet } = last
  search?.abort(new WalletError('session_ended', 'The wallet is searched again'))
  const controller = new AbortController()
  search = controller
  const isStill = () => search === controller && walletState.session.status === 'reconnecting'
  walletState.session = { status: 'reconnecting', last }
  const { signal } = controller
  try {
    if (wallet.via === 'injected') {
      const found = await waitForInstalled(wallet.id, INSTALLED_WITHIN_MS)
      if (!found) throw new WalletError('connector_not_found', 'The wallet is not in this browser')
      const late = () => new WalletError('timeout', 'The wallet does not answer')
      const answer = connectWallet(
        wallet,
        { via: 'injected', provider: found.provider },
        { signal, isSilent: true },
      )
      await within(answer, FOUND_WITHIN_MS, late)
    } else {
      const nothing = () => {}
      const way = { via: 'walletconnect' as const, topic: last.topic, onUri: nothing, onAnswered: nothing }
      await connectWallet(wallet, way, { signal, isSilent: true })
    }
  } catch (error) {
    if (!isStill()) return
    controller.abort(error)
    // Without code or configuration the wallet's state is unknown: it may well be there.
    const { code } = readWalletError(error) as Partial<WalletError>
    if (code === 'code_unavailable' || code === 'config_unavailable') return searchLater(last)
    // The other tab has it, although this one cannot find it.
    await releaseWallet({ isForgotten: !isFromOtherTab })
  } finally {
    if (search === controller) search = undefined
  }
}

const SEARCH_AGAIN_MS = 15_000

/** Tries again when the connection returns, and periodically. */
function searchLater(last: WalletConnection): void {
  const again = () => {
    clearTimeout(timer)
    window.removeEventListener('online', again)
    if (walletState.session.status === 'reconnecting' && !search) void reconnect(last)
  }
  const timer = setTimeout(again, SEARCH_AGAIN_MS)
  window.addEventListener('online', again)
}

/** Another tab connected, switched or disconnected a wallet. */
function onStorage({ key, newValue }: StorageEvent): void {
  // The key is null after `clear()`.
  if (key !== LAST_WALLET_KEY && key !== null) return
  const stored = newValue === null ? null : readLastConnection()
  if (stored !== null) {
    takeStored(stored)
    return
  }
  const here = connectionOf(walletState.session)
  if (here?.wallet.via === 'walletconnect') forgetRelaySessions()
  stopReconnecting()
  if (here) void releaseWallet({})
}

/** A sleeping page misses storage events. */
function onSeen(): void {
  const stored = document.visibilityState === 'visible' ? readLastConnection() : null
  if (stored !== null && walletState.session.status === 'connected') takeStored(stored)
}

/** Continues with the wallet and session that another tab has stored. */
function takeStored(stored: WalletConnection): void {
  const here = connectionOf(walletState.session)
  const isSame =
    here?.wallet.id === stored.wallet.id &&
    here.wallet.via === stored.wallet.via &&
    here.topic === stored.topic
  if (!isSame) {
    if ([here?.wallet.via, stored.wallet.via].includes('walletconnect')) forgetRelaySessions()
    // The ended session must not write over the newer stored one.
    if (here?.wallet.via === 'walletconnect') void releaseWallet({ isForgotten: false })
    void reconnect(stored, true)
  }
  // Most wallets notify each tab by themselves, but not all.
  else if (!isSameAddress(here.address, stored.address))
    void liveWallet()
      ?.poll()
      .catch(() => undefined)
}

/** Disconnects the wallet at once, here and in other tabs, and notifies it. Never fails. */
export async function disconnectWallet(): Promise<void> {
  stopReconnecting()
  forgetLink()
  preferWallet(null)
  await releaseWallet({ isTold: true }).catch(() => undefined)
}

/**
 * Switches the wallet to a chain of this server; first adds the chain if the wallet does not know it.
 * @throws {WalletRejection | WalletError}
 */
export async function switchToChain(chain: Chain): Promise<void> {
  const chainId = toHexChainId(chain.id)
  const ask = () => requestWallet({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  try {
    await ask()
  } catch (error) {
    const parameter = isUnknownChain(error) ? addChainParameter(chain) : null
    if (parameter === null) throw error
    await requestWallet({ method: 'wallet_addEthereumChain', params: [parameter] })
    await ask()
  }
  // Not every wallet sends an event; some agree and stay on their chain.
  await liveWallet()
    ?.poll()
    .catch(() => undefined)
  const now = connectionOf(walletState.session)
  if (now && now.chainId !== chain.id) await chainArrives(chain.id)
}

const CHAIN_WITHIN_MS = 3_000

async function chainArrives(chainId: number): Promise<void> {
  for (let waited = 0; waited < CHAIN_WITHIN_MS; waited += 100) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    if (connectionOf(walletState.session)?.chainId === chainId) return
  }
  throw new WalletError('chain_kept', 'The wallet did not switch')
}

/** MetaMask's phone app answers -32603 around 4902; others call the parameter invalid. */
function isUnknownChain(error: unknown): boolean {
  if (!(error instanceof WalletError)) return false
  return (
    error.code === 'chain_unknown' ||
    /unrecognized chain|unknown chain|add(?:ing)? (?:the|this) chain/i.test(error.message)
  )
}

const SignatureSchema = v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2})+$/))

/**
 * Asks the connected account to sign a text (`personal_sign`).
 * @throws {WalletRejection | WalletError} `not_connected` without a wallet, `timeout` after 5 min
 */
export async function signMessage(text: string): Promise<Hex> {
  // The player may be faster than the wallet after a reload.
  await untilReconnected(FOUND_WITHIN_MS)
  const connection = walletState.session
  if (connection.status !== 'connected') throw new WalletError('not_connected', 'No wallet is connected')
  const { address } = connection
  const answer = await requestWallet({ method: 'personal_sign', params: [toHexText(text), address] })
  if (!v.is(SignatureSchema, answer))
    throw new WalletError('missing_or_invalid', 'The answer is not a signature')
  if (connectionOf(walletState.session)?.address !== address) {
    throw new WalletError('account_changed', 'The account changed while it signed')
  }
  return answer as Hex
}

const TransactionHashSchema = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/), v.toLowerCase())

/** Errors that a wallet reports before it sends anything. After any other error the transaction may be pending. */
const NOT_SENT: ReadonlySet<WalletErrorCode> = new Set([
  ...(['unauthorized', 'method_unsupported', 'wallet_disconnected', 'chain_disconnected'] as const),
  ...([
    'chain_unknown',
    'request_pending',
    'invalid_params',
    'limit_exceeded',
    'insufficient_funds',
  ] as const),
  ...(['not_connected', 'no_account', 'account_changed', 'invalid_method', 'unauthorized_method'] as const),
  ...([
    'unsupported_chains',
    'unsupported_methods',
    'unsupported_accounts',
    'wc_method_unsupported',
  ] as const),
])

/**
 * Asks the connected account to sign and send a transaction (`eth_sendTransaction`); resolves to its hash.
 * @throws {WalletRejection | WalletError} `chain_kept` if the wallet is on another chain, `account_changed`;
 * `send_unanswered` if the transaction may have been sent
 */
export async function sendTransaction(
  chainId: number,
  transaction: { readonly from: string; readonly to: string; readonly value: string; readonly data: string },
): Promise<string> {
  // Events may have been missed: nothing may be sent on a chain, or from an account, that the player did not see.
  await liveWallet()?.poll()
  const now = walletState.session
  if (now.status !== 'connected') throw new WalletError('not_connected', 'No wallet is connected')
  if (now.chainId !== chainId) throw new WalletError('chain_kept', 'The wallet is on another chain')
  if (!isSameAddress(now.address, transaction.from)) {
    throw new WalletError('account_changed', 'The account changed before it sent')
  }
  const params = [{ ...transaction, chainId: toHexChainId(chainId) }]
  const sent = await requestWallet({ method: 'eth_sendTransaction', params }).catch((error: unknown) => {
    if (!(error instanceof WalletError) || NOT_SENT.has(error.code)) throw error
    throw new WalletError('send_unanswered', error.message, { cause: error })
  })
  const answer = v.safeParse(TransactionHashSchema, sent)
  if (!answer.success) throw new WalletError('send_unanswered', 'The wallet returned no hash')
  return answer.output
}

/**
 * Sends any request to the connected wallet; the caller must parse the answer.
 * @throws {WalletRejection | WalletError}
 */
export async function requestWallet(request: {
  method: string
  params?: readonly unknown[]
}): Promise<unknown> {
  const wallet = liveWallet()
  if (!wallet) throw new WalletError('not_connected', 'No wallet is connected')
  const late = () => new WalletError('timeout', 'Connection timeout or user rejected')
  try {
    return await within(wallet.request(request), REQUEST_WITHIN_MS, late)
  } catch (error) {
    throw readWalletError(error)
  }
}
