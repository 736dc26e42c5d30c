import { cacheNames } from 'workbox-core'
import type { WorkboxPlugin } from 'workbox-core/types.js'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { LAZY_FOLDER, PRACTICE_FOLDER } from './lazy-files.ts'

/**
 * Keeps code for later once it was fetched. It lies with the precached files, where static routing looks for it
 * and where the next release clears it away.
 */
export function routeLazyCode(origin: string, plugins: WorkboxPlugin[]): CacheFirst {
  const strategy = new CacheFirst({ cacheName: cacheNames.precache, plugins })
  const isLazy = (path: string) =>
    path.startsWith(`/${LAZY_FOLDER}`) || path.startsWith(`/${PRACTICE_FOLDER}`)
  registerRoute(({ url }) => url.origin === origin && isLazy(url.pathname), strategy)
  return strategy
}

/** Fetches files that are not kept yet. One that fails is fetched when it is needed. */
export async function cacheLazyCode(
  event: ExtendableEvent,
  strategy: CacheFirst,
  urls: readonly string[],
): Promise<void> {
  for (const url of urls) {
    const request = new Request(new URL(url, self.location.href), { priority: 'low' })
    const [response, done] = strategy.handleAll({ event, request })
    await Promise.allSettled([response, done])
  }
}
