import { inTime } from '#lib/in-time.ts'
import { CACHE_PREFIX } from '../cache-names.ts'

declare const self: ServiceWorkerGlobalScope

const CLEAR_WITHIN_MS = 5_000

/**
 * Replaces the service worker in a build with `KOI_WITHDRAW_WORKER=1`: it deletes all caches, unregisters itself, and
 * reloads every open page from the server. The player's stored data (language, theme, answers) stays.
 */
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))

self.addEventListener('activate', (event) => event.waitUntil(withdraw()))

async function withdraw(): Promise<void> {
  // The worker must go even if the browser's caches fail or hang.
  await inTime(CLEAR_WITHIN_MS, clear).catch(() => undefined)
  await self.registration.unregister()
  const pages = await self.clients.matchAll({ type: 'window' })
  // A page that is closing cannot be navigated.
  await Promise.allSettled(pages.map((page) => page.navigate(page.url)))
}

async function clear(): Promise<void> {
  // Workbox keeps the age of cached images here.
  indexedDB.deleteDatabase('workbox-expiration')
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith(CACHE_PREFIX)).map((name) => caches.delete(name)))
}
