import { CACHE_PREFIX } from '../cache-names.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * Takes the place of the service worker in a build with `KOI_WITHDRAW_WORKER=1`: it removes itself and all
 * that its predecessors cached, and loads every open page once more, from the server. What the player
 * stored (language, theme, saved answers) stays.
 */
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))

self.addEventListener('activate', (event) => event.waitUntil(withdraw()))

async function withdraw(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith(CACHE_PREFIX)).map((name) => caches.delete(name)))
  // Workbox keeps the ages of cached images here.
  indexedDB.deleteDatabase('workbox-expiration')
  await self.registration.unregister()
  const pages = await self.clients.matchAll({ type: 'window' })
  // A page that is closing cannot be navigated; it is going away in any case.
  await Promise.allSettled(pages.map((page) => page.navigate(page.url)))
}
