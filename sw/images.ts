import type { WorkboxPlugin } from 'workbox-core/types.js'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { Strategy, type StrategyHandler } from 'workbox-strategies'
import { fromCache } from './cache-answer.ts'
import { IMAGE_CACHE, WALLET_IMAGE_CACHE } from './cache-names.ts'
import { isLobbyImage, isVersioned, isWalletImage } from './image-addresses.ts'

/** Anything else is a page of another server, or a mistake of ours. */
export const onlyImages: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) =>
    response.status === 200 && response.headers.get('content-type')?.startsWith('image/') ? response : null,
}

/** From the cache; from the network if that has no entry or fails. */
export class CacheFirst extends Strategy {
  protected override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    return (await kept(request, handler)) ?? fetchAndKeep(request, handler)
  }
}

/** From the cache, and refreshed from the network each time for the next use. */
export class CacheThenRefresh extends Strategy {
  protected override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const fetched = fetchAndKeep(request, handler)
    void handler.waitUntil(fetched.catch(() => undefined))
    return (await kept(request, handler)) ?? fetched
  }
}

const kept = (request: Request, handler: StrategyHandler) => fromCache(() => handler.cacheMatch(request))

async function fetchAndKeep(request: Request, handler: StrategyHandler): Promise<Response> {
  const response = await handler.fetch(request)
  const isKept = handler.cachePut(request, response.clone())
  // No space or no cache: it is fetched again.
  void handler.waitUntil(isKept.catch(() => false))
  return response
}

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

/** Fetches missing images, a few at a time, and ignores failures. */
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
