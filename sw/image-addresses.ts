const IMAGE_FOLDER = /^\/(?:covers|promos|icons)\/[^?]+\.(?:svg|png|jpe?g|webp|avif)$/i

/** Logos of wallets, which the server fetches from their explorer; an id always has the same picture. */
export const WALLET_IMAGE_FOLDER = '/api/wallet-images/'

export function isLobbyImage(url: URL, origin: string): boolean {
  return url.origin === origin && IMAGE_FOLDER.test(url.pathname)
}

/** A URL with the hash of its content is immutable. */
export function isVersioned(url: URL): boolean {
  return url.searchParams.has('v')
}

export function isWalletImage(url: URL, origin: string): boolean {
  return url.origin === origin && url.pathname.startsWith(WALLET_IMAGE_FOLDER)
}
