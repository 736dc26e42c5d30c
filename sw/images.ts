import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { IMAGE_CACHE, WALLET_IMAGE_CACHE } from './cache-names.ts'
import { isLobbyImage, isVersioned, isWalletImage } from './image-addresses.ts'
import { CacheFirst, CacheThenRefresh, onlyImages } from './image-strategies.ts'

const THIRTY_DAYS_S = 30 * 24 * 60 * 60
const AT_ONCE = 4

const atMost = (maxEntries: number) =>
  new ExpirationPlugin({ maxEntries, maxAgeSeconds: THIRTY_DAYS_S, purgeOnQuotaError: true })

const lobbyOptions = { cacheName: IMAGE_CACHE, plugins: [onlyImages, atMost(400)] }
const versionedImages = new CacheFirst(lobbyOptions)
const otherImages = new CacheThenRefresh(lobbyOptions)

const walletImages = new CacheFirst({
  cacheName: WALLET_IMAGE_CACHE,
  plugins: [onlyImages, atMost(200)],
})

/** Keeps images as they are looked at. */
export function routeImages(origin: string): void {
  const isImage = (request: Request) => request.destination === 'image'
  registerRoute(
    ({ request, url }) => isImage(request) && isLobbyImage(url, origin) && isVersioned(url),
    versionedImages,
  )
  registerRoute(
    ({ request, url }) => isImage(request) && isLobbyImage(url, origin) && !isVersioned(url),
    otherImages,
  )
  registerRoute(({ request, url }) => isImage(request) && isWalletImage(url, origin), walletImages)
}

/** Fetches images that are not kept yet, a few at a time. One that fails is left out. */
export async function cacheImages(event: ExtendableEvent, urls: readonly string[]): Promise<void> {
  const queue = urls.values()
  const work = async () => {
    for (const url of queue) {
      const [response, done] = versionedImages.handleAll({ event, request: new Request(url) })
      await Promise.allSettled([response, done])
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
