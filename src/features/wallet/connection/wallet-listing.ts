import type { WalletListing } from '#contract/wallet.ts'
import { isHandheld } from './device.ts'
import type { InstalledWallet } from './installed-wallets.ts'

/** The installed wallet that an entry of the explorer stands for. */
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

/** True if a link can open the wallet's app on this device. */
export function hasAppLink({ mobile, desktop }: WalletListing, isPhone = isHandheld()): boolean {
  const { native, universal } = isPhone ? mobile : desktop
  return Boolean(native || universal)
}

/** Store page of the wallet for this device, or else its homepage; null if neither is known. */
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
