import { savesData } from './saves-data.ts'
import { tellWorker } from './tell-worker.ts'

const MAX_IMAGES = 60

/**
 * Makes the service worker store the lobby's images for offline use. Call after the first idle moment. Takes the first
 * 60 URLs, so put important ones first. Does nothing if the player saves data.
 */
export async function cacheLobbyImages(urls: readonly string[]): Promise<void> {
  if (!('serviceWorker' in navigator) || savesData()) return
  await tellWorker({ type: 'CACHE_IMAGES', urls: Array.from(new Set(urls)).slice(0, MAX_IMAGES) })
}
