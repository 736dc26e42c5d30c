/** All caches of the app; a withdrawn worker deletes them. */
export const CACHE_PREFIX = 'koi-'

/** One cache per release, named after the page's revision. */
export const SHELL_CACHE_PREFIX = `${CACHE_PREFIX}shell-`

export const IMAGE_CACHE = `${CACHE_PREFIX}images`

export const WALLET_IMAGE_CACHE = `${CACHE_PREFIX}wallet-images`
