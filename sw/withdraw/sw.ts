import { inTime } from '#lib/in-time.ts'
import { CACHE_PREFIX } from '../cache-names.ts'

declare const self: ServiceWorkerGlobalScope

const CLEAR_WITHIN_MS = 5_000

/**
 * Takes the place of the service worker in a build with `KOI_WITHDRAW_WORKER=1`: it removes itself and all
 * that its predecessors cached, and loads every open page once more, from the server. What the player
 * stored (language, theme, saved answers) stays.
 */
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))

self.addEventListener('activate', (event) => event.waitUntil(withdraw()))

async function withdraw(): Promise<void> {
  // A browser whose caches refuse or hang must get rid of the worker all the same.
  await inTime(CLEAR_WITHIN_MS, clear).catch(() => undefined)
  await self.registration.unregister()
  const pages = await self.clients.matchAll({ type: 'window' })
  // A page that is closing cannot be navigated; it is going away in any case.
  await Promise.allSettled(pages.map((page) => page.navigate(page.url)))
}

async function clear(): Promise<void> {
  // Workbox keeps the ages of cached images here.
  indexedDB.deleteDatabase('workbox-expiration')
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith(CACHE_PREFIX)).map((name) => caches.delete(name)))
}
