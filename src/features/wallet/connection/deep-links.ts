import type { WalletListing } from '#contract/wallet.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { isHandheld } from './device.ts'

export type LinkKind = 'native' | 'universal'

/** Schemes that run code, read files or open unrelated apps: a registry entry with one is an attack. */
const FORBIDDEN_SCHEME =
  /^(?:javascript|data|vbscript|file|blob|filesystem|about|view-source|https?|ftp|ws|wss|mailto|tel|sms|intent|chrome|chrome-extension|moz-extension|ms-[a-z-]+|market)$/i
const SCHEME = /^([a-z][a-z0-9+.-]{1,40}):(?:\/\/)?/i

/**
 * Kinds of links to the wallet's app on this device, best first. `native` opens the app or nothing; `universal` opens a
 * web page if the app is missing.
 */
export function linkKindsOf({ mobile, desktop }: WalletListing, isPhone = isHandheld()): LinkKind[] {
  const { native, universal } = isPhone ? mobile : desktop
  return [
    ...(native !== null && nativeBase(native) !== null ? (['native'] as const) : []),
    ...(universal !== null && universalBase(universal) !== null ? (['universal'] as const) : []),
  ]
}

/** The address that opens the wallet's app with a pairing (`…wc?uri=…`); null if the link is unsafe. */
export function pairingLink(
  listing: WalletListing,
  kind: LinkKind,
  uri: string,
  isPhone = isHandheld(),
): string | null {
  const base = linkBase(listing, kind, isPhone)
  return base === null ? null : `${base}wc?uri=${encodeURIComponent(uri)}`
}

/** Scheme with `://`, and a slash after anything that follows it. */
function nativeBase(link: string): string | null {
  const scheme = SCHEME.exec(link)?.[1]
  if (scheme === undefined || FORBIDDEN_SCHEME.test(scheme)) return null
  const rest = link.slice(link.indexOf(':') + 1).replace(/^\/+/, '')
  if (/[\s<>"'\\]/.test(rest)) return null
  return rest === '' ? `${scheme}://` : `${scheme}://${rest.replace(/\/+$/, '')}/`
}

function universalBase(link: string): string | null {
  if (!URL.canParse(link)) return null
  const { protocol, origin, pathname, username, password } = new URL(link)
  if (protocol !== 'https:' || username !== '' || password !== '') return null
  return `${origin}${pathname.replace(/\/+$/, '')}/`
}

function linkBase({ mobile, desktop }: WalletListing, kind: LinkKind, isPhone: boolean): string | null {
  const link = (isPhone ? mobile : desktop)[kind]
  if (link === null) return null
  return kind === 'native' ? nativeBase(link) : universalBase(link)
}

/**
 * Opens a link without leaving Koi. Call it in a click handler, or the browser refuses. An app's own scheme opens in
 * this window, where an unknown scheme changes nothing; a web address would replace the page, so it opens in a new
 * window.
 */
export function openLink(address: string): void {
  window.open(address, address.startsWith('https:') ? '_blank' : '_self', 'noreferrer noopener')
}

/** Storage key in which WalletConnect's library looks for the app to open with each request. */
const DEEP_LINK_CHOICE = 'WALLETCONNECT_DEEPLINK_CHOICE'

/** Makes requests to the connected wallet open its app, too. */
export function rememberLink(listing: WalletListing, kind: LinkKind, isPhone = isHandheld()): void {
  const base = linkBase(listing, kind, isPhone)
  if (base === null) return
  browserStorage.set(DEEP_LINK_CHOICE, JSON.stringify({ href: base, name: listing.name }))
}

/** Call before another wallet connects: its requests must not open the previous wallet's app. */
export function forgetLink(): void {
  browserStorage.remove(DEEP_LINK_CHOICE)
}
