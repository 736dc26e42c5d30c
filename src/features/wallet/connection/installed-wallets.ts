import * as v from 'valibot'
import { createStore, type ReadableStore } from '#lib/store.ts'
import { cleanWalletName } from './wallet-name.ts'
import type { WalletProvider } from './guarded-provider.ts'

/** A wallet in this browser. */
export interface InstalledWallet {
  /** Reverse domain name of EIP-6963, or the flag of a legacy wallet such as `isMetaMask`: `Wallet.id`. */
  readonly id: string
  readonly name: string
  /** A `data:image/` URL, or null. */
  readonly icon: string | null
  /** Null for a legacy wallet that did not announce itself by EIP-6963. */
  readonly rdns: string | null
  /** Flags on its provider, such as `isMetaMask`. */
  readonly flags: readonly string[]
  readonly provider: WalletProvider
}

const store = createStore<readonly InstalledWallet[]>([])

/** In the order found; grows as more wallets announce themselves. Read with `useStore`. */
export const installedWallets: ReadableStore<readonly InstalledWallet[]> = store

/** Maximum number of announcements: a page that floods them must not freeze Koi. */
const MAX_WALLETS = 40
const MAX_ICON = 100_000

const ProviderSchema = v.custom<WalletProvider>(
  (value) =>
    typeof value === 'object' && value !== null && typeof Reflect.get(value, 'request') === 'function',
)
const AnnouncementSchema = v.object({
  info: v.object({
    rdns: v.pipe(v.string(), v.maxLength(200), v.regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i)),
    name: v.string(),
    icon: v.optional(v.unknown()),
  }),
  provider: ProviderSchema,
})

/** Legacy flags and their wallets. MetaMask comes last, because most other wallets carry its flag too. */
const LEGACY_NAMES: readonly (readonly [flag: string, name: string])[] = [
  ['isRabby', 'Rabby'],
  ['isCoinbaseWallet', 'Coinbase Wallet'],
  ['isTrust', 'Trust Wallet'],
  ['isTrustWallet', 'Trust Wallet'],
  ['isOkxWallet', 'OKX Wallet'],
  ['isOKExWallet', 'OKX Wallet'],
  ['isBitKeep', 'Bitget Wallet'],
  ['isBitget', 'Bitget Wallet'],
  ['isTokenPocket', 'TokenPocket'],
  ['isImToken', 'imToken'],
  ['isBraveWallet', 'Brave Wallet'],
  ['isPhantom', 'Phantom'],
  ['isRainbow', 'Rainbow'],
  ['isZerion', 'Zerion'],
  ['isFrame', 'Frame'],
  ['isTally', 'Taho'],
  ['isSafePal', 'SafePal'],
  ['isMathWallet', 'MathWallet'],
  ['isOneInchIOSWallet', '1inch Wallet'],
  ['isOneInchAndroidWallet', '1inch Wallet'],
  ['isUniswapWallet', 'Uniswap Wallet'],
  ['isStatus', 'Status'],
  ['isOpera', 'Opera Wallet'],
  ['isMetaMask', 'MetaMask'],
]
/** For a legacy provider without a known flag. */
const UNKNOWN_LEGACY = { id: 'injected', name: 'Browser wallet' }

let isFollowing = false

/**
 * Starts to look for wallets that announce themselves by EIP-6963 or inject `window.ethereum`. Cheap; further calls
 * only look for late legacy wallets.
 */
export function findInstalledWallets(): void {
  if (!isFollowing) {
    isFollowing = true
    window.addEventListener('eip6963:announceProvider', onAnnouncement)
    // Some wallets inject themselves late, and fire this event.
    window.addEventListener('ethereum#initialized', addLegacyWallets)
  }
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  addLegacyWallets()
}

/** Waits up to `ms` milliseconds for a wallet that announces itself late; null if it does not. */
export async function waitForInstalled(id: string, ms: number): Promise<InstalledWallet | null> {
  // A wallet stored by its flag may now announce itself.
  const find = () => store.get().find((wallet) => wallet.id === id || wallet.flags.includes(id))
  findInstalledWallets()
  const found = find()
  if (found) return found
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      unsubscribe()
      addLegacyWallets()
      resolve(find() ?? null)
    }
    const timer = setTimeout(finish, ms)
    const unsubscribe = store.subscribe(() => {
      if (find()) finish()
    })
  })
}

function onAnnouncement(event: Event): void {
  try {
    const parsed = v.safeParse(AnnouncementSchema, (event as CustomEvent<unknown>).detail)
    if (!parsed.success) return
    const { info, provider } = parsed.output
    const name = cleanWalletName(info.name)
    if (name === '') return
    add({
      id: info.rdns,
      name,
      icon: safeIcon(info.icon),
      rdns: info.rdns,
      flags: flagsOf(provider),
      provider,
    })
  } catch {
    // An announcement can be built to throw; real wallets do not.
  }
}

function addLegacyWallets(): void {
  try {
    const injected: unknown = Reflect.get(window, 'ethereum')
    if (!v.is(ProviderSchema, injected)) return
    const several: unknown = Reflect.get(injected, 'providers')
    const providers = Array.isArray(several) && several.length > 0 ? (several as unknown[]) : [injected]
    for (const provider of providers.slice(0, MAX_WALLETS)) {
      if (v.is(ProviderSchema, provider)) addLegacyWallet(provider)
    }
  } catch {
    // Extensions that compete for `window.ethereum` may leave getters that throw.
  }
}

function addLegacyWallet(provider: WalletProvider): void {
  const flags = flagsOf(provider)
  const known = LEGACY_NAMES.find(([flag]) => flags.includes(flag))
  const { id, name } = known ? { id: known[0], name: known[1] } : UNKNOWN_LEGACY
  // An announced wallet of the same name is the same wallet behind another object.
  if (store.get().some((wallet) => wallet.name === name)) return
  add({ id, name, icon: null, rdns: null, flags, provider })
}

/** An announcement replaces the same wallet's legacy entry; for each id the first announcement stays. */
function add(wallet: InstalledWallet): void {
  const all = store.get()
  if (all.some(({ id }) => id === wallet.id)) return
  const isSame = (other: InstalledWallet) =>
    other.rdns === null && (other.provider === wallet.provider || other.name === wallet.name)
  const others = wallet.rdns === null ? all : all.filter((other) => !isSame(other))
  if (wallet.rdns === null && all.some(({ provider }) => provider === wallet.provider)) return
  if (others.length >= MAX_WALLETS) return
  store.set([...others, wallet])
}

function flagsOf(provider: WalletProvider): string[] {
  return LEGACY_NAMES.map(([flag]) => flag).filter((flag) => Reflect.get(provider, flag) === true)
}

/** Only `data:image/` URLs, which run no script in `<img>`; any other URL would tell its host about the player. */
function safeIcon(icon: unknown): string | null {
  if (typeof icon !== 'string' || icon.length > MAX_ICON) return null
  const trimmed = icon.trim()
  return /^data:image\/(?:svg\+xml|png|jpeg|webp|gif|avif)[;,]/i.test(trimmed) ? trimmed : null
}
