/** Folders of the lobby's own images. */
const IMAGE_FOLDER = /^\/(?:covers|promos|icons)\/[^?]+\.(?:svg|png|jpe?g|webp|avif)$/i

/** Hosts that serve the logos of wallets: WalletConnect's explorer and its successor. */
export const WALLET_IMAGE_HOSTS: ReadonlySet<string> = new Set([
  'explorer-api.walletconnect.com',
  'registry.walletconnect.com',
  'api.web3modal.com',
  'api.web3modal.org',
])

export function isLobbyImage(url: URL, origin: string): boolean {
  return url.origin === origin && IMAGE_FOLDER.test(url.pathname)
}

/** An address with the hash of its content never changes what it answers. */
export function isVersioned(url: URL): boolean {
  return url.searchParams.has('v')
}

export function isWalletImage(url: URL): boolean {
  return url.protocol === 'https:' && WALLET_IMAGE_HOSTS.has(url.hostname)
}
