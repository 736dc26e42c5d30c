import * as v from 'valibot'
import { browserStorage } from '#lib/browser-storage.ts'
import { parseStored } from '#lib/parse-stored.ts'
import { createStore, type ReadableStore } from '#lib/store.ts'
import { WalletSchema, type Wallet } from './wallet.state.ts'

const KEY = 'recent-wallets'
const MAX_RECENT = 4

const RecentSchema = v.pipe(v.array(WalletSchema), v.maxLength(MAX_RECENT))

const store = createStore<readonly Wallet[]>(parseStored(RecentSchema, browserStorage.get(KEY)) ?? [])

/** Wallets that were connected on this device, last used first; at most 4. Read with `useStore`. */
export const recentWallets: ReadableStore<readonly Wallet[]> = store

/** The wallet that opens without a choice; null after the player has disconnected, because they then want to choose. */
const PREFERRED_KEY = 'preferred-wallet'

/** The wallet to connect directly, unless the player has disconnected since. */
export function preferredWallet(): Wallet | null {
  const [last] = store.get()
  return last && browserStorage.get(PREFERRED_KEY) === last.id ? last : null
}

export function preferWallet(wallet: Wallet | null): void {
  if (wallet === null) browserStorage.remove(PREFERRED_KEY)
  else browserStorage.set(PREFERRED_KEY, wallet.id)
}

/** Puts a wallet first. Stores only small logos, to save storage. */
export function rememberWallet(wallet: Wallet): void {
  const isOther = ({ via, id }: Wallet) => via !== wallet.via || id !== wallet.id
  const icon = wallet.icon !== null && wallet.icon.length > 20_000 ? null : wallet.icon
  store.set([{ ...wallet, icon }, ...store.get().filter(isOther)].slice(0, MAX_RECENT))
  browserStorage.set(KEY, JSON.stringify(store.get()))
  preferWallet(wallet)
}
