/** Every cache of the app begins with this; a withdrawn worker deletes all of them. */
export const CACHE_PREFIX = 'koi-'

/** The shell of one release lies in a cache of its own, named after the page's revision. */
export const SHELL_CACHE_PREFIX = `${CACHE_PREFIX}shell-`

/** Covers, promotion art and icons. */
export const IMAGE_CACHE = `${CACHE_PREFIX}images`

/** Logos of wallets. */
export const WALLET_IMAGE_CACHE = `${CACHE_PREFIX}wallet-images`
