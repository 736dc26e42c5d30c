import * as v from 'valibot'
import { createStore, type ReadableStore } from '#lib/store.ts'
import { cleanWalletName } from './wallet-name.ts'
import type { WalletProvider } from './wallet-provider.ts'

/** A wallet found in this browser. */
export interface InstalledWallet {
  /** Reverse domain name of EIP-6963, or the flag of a legacy wallet such as `isMetaMask`: `Wallet.id`. */
  readonly id: string
  readonly name: string
  /** A `data:image/` address, else null. */
  readonly icon: string | null
  /** Null for a legacy wallet that was not announced by EIP-6963. */
  readonly rdns: string | null
  /** Flags of legacy injection that its provider carries, such as `isMetaMask`. */
  readonly flags: readonly string[]
  readonly provider: WalletProvider
}

const store = createStore<readonly InstalledWallet[]>([])

/** The wallets of this browser, in the order found; grows as more announce themselves. Read with `useStore`. */
export const installedWallets: ReadableStore<readonly InstalledWallet[]> = store

/** Most wallets taken from announcements: a page that floods is no reason to freeze. */
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

/** Legacy flags and the names behind them. MetaMask comes last: most others carry its flag as well. */
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
/** A legacy provider without a flag that says whose it is. */
const UNKNOWN_LEGACY = { id: 'injected', name: 'Browser wallet' }

let isFollowing = false

/**
 * Begins to look for wallets: announced by EIP-6963, and injected as `window.ethereum` before there was such a
 * standard. Cheap; called again it only looks for legacy wallets that came late.
 */
export function findInstalledWallets(): void {
  if (!isFollowing) {
    isFollowing = true
    window.addEventListener('eip6963:announceProvider', onAnnouncement)
    // Some put themselves in after the page has begun, and say so by this event.
    window.addEventListener('ethereum#initialized', addLegacyWallets)
  }
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  addLegacyWallets()
}

/** The installed wallet of an id, waiting a moment for one that announces itself late; null when none does. */
export async function waitForInstalled(id: string, ms: number): Promise<InstalledWallet | null> {
  // A wallet that was known by its flag may announce itself by now.
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
    // Whoever announced itself built it to throw; no wallet of the player's does.
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
    // Extensions that fight over `window.ethereum` leave getters that throw.
  }
}

function addLegacyWallet(provider: WalletProvider): void {
  const flags = flagsOf(provider)
  const known = LEGACY_NAMES.find(([flag]) => flags.includes(flag))
  const { id, name } = known ? { id: known[0], name: known[1] } : UNKNOWN_LEGACY
  // An announced wallet of the same name is the same one behind another object.
  if (store.get().some((wallet) => wallet.name === name)) return
  add({ id, name, icon: null, rdns: null, flags, provider })
}

/** An announcement replaces the legacy wallet it turns out to be; the first of an id stays. */
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

/** Shown by `<img>`, where a picture runs no script; any other address would tell its host who looks. */
function safeIcon(icon: unknown): string | null {
  if (typeof icon !== 'string' || icon.length > MAX_ICON) return null
  const trimmed = icon.trim()
  return /^data:image\/(?:svg\+xml|png|jpeg|webp|gif|avif)[;,]/i.test(trimmed) ? trimmed : null
}
