import type { WalletListing } from '#contract/wallet.ts'
import { isHandheld } from './device.ts'
import type { InstalledWallet } from './installed-wallets.ts'

/** The installed wallet that a listing of the explorer is about. */
export function installedOf(
  listing: WalletListing,
  installed: readonly InstalledWallet[],
): InstalledWallet | undefined {
  return installed.find(
    ({ id, rdns, flags }) =>
      (listing.rdns !== null && (rdns === listing.rdns || id === listing.rdns)) ||
      listing.injectedIds.some((flag) => flag === id || flags.includes(flag)),
  )
}

/** Whether this device can open the wallet's app by a link. */
export function hasAppLink({ mobile, desktop }: WalletListing, isPhone = isHandheld()): boolean {
  const { native, universal } = isPhone ? mobile : desktop
  return Boolean(native || universal)
}

/** Where to get the wallet for this device: its store's page, else its homepage; null where neither is known. */
export function storeLink(
  { stores, homepage }: WalletListing,
  userAgent: string = navigator.userAgent,
): string | null {
  const store = /Android/.test(userAgent)
    ? stores.android
    : isHandheld()
      ? stores.ios
      : /Firefox\//.test(userAgent)
        ? stores.firefox
        : /Edg\//.test(userAgent)
          ? (stores.edge ?? stores.chrome)
          : /Chrome\//.test(userAgent)
            ? stores.chrome
            : stores.safari
  return store ?? homepage
}
