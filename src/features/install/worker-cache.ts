import { savesData } from './saves-data.ts'

const MAX_IMAGES = 60

/**
 * Makes the service worker store the lobby's images for offline use. Call after the first idle moment. Takes the first
 * 60 URLs, so put important ones first. Does nothing if the player saves data.
 */
export async function cacheLobbyImages(urls: readonly string[]): Promise<void> {
  if (!('serviceWorker' in navigator) || savesData()) return
  await tellWorker({ type: 'CACHE_IMAGES', urls: Array.from(new Set(urls)).slice(0, MAX_IMAGES) })
}

/**
 * Makes the service worker store the wallet code, so that connecting works on a bad line. Call when idle. Does nothing
 * if the player saves data.
 */
export async function cacheWalletCode({
  hasRelay,
  isPractice,
}: {
  readonly hasRelay: boolean
  readonly isPractice: boolean
}): Promise<void> {
  if (!('serviceWorker' in navigator) || savesData()) return
  await tellWorker({
    type: 'CACHE_CODE',
    parts: ['wallet-engine', ...(hasRelay ? ['walletconnect'] : []), ...(isPractice ? ['practice'] : [])],
  })
}

/** Sends a message as soon as a worker is active. A lost message does no harm: it only prepares the next visit. */
async function tellWorker(message: object): Promise<void> {
  try {
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage(message)
  } catch {
    // The browser has workers but refuses them.
  }
}
