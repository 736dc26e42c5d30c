import { cacheNames, setCacheNameDetails } from 'workbox-core'
import type { WorkboxPlugin } from 'workbox-core/types.js'
import { addPlugins, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { SHELL_CACHE_PREFIX } from './cache-names.ts'
import { cacheImages, routeImages } from './images.ts'
import { cacheLazyCode, routeLazyCode } from './lazy-code.ts'
import { filesOf, splitLazy } from './lazy-files.ts'
import { parseMessage } from './messages.ts'
import { isShellNavigation } from './navigation.ts'
import { deleteOtherShells, respondWithShell, splitShell, storeShell, type PrecacheLine } from './shell.ts'
import { addStaticRoutes, staticRules, type StaticRoutingEvent } from './static-routes.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheLine[] }

const { origin } = self.location
const { revision, assets: files } = splitShell(self.__WB_MANIFEST)
const { assets, lazy } = splitLazy(files)

/** A page in place of a file is a mistake of some server; kept, it would break the app for good. */
const noPageForFile: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) =>
    response.status === 200 && !response.headers.get('content-type')?.startsWith('text/html')
      ? response
      : null,
}

setCacheNameDetails({ prefix: 'koi', suffix: 'v1' })
addPlugins([noPageForFile])
precacheAndRoute(assets, { cleanURLs: false, directoryIndex: '', ignoreURLParametersMatching: [] })
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isShellNavigation(url, origin),
  ({ request }) => respondWithShell(revision, request),
)
routeImages(origin)
const lazyCode = routeLazyCode(origin, [noPageForFile])

// The very first worker serves the page that installed it; an update never takes over pages unasked.
let isFirst = false

self.addEventListener('install', (event: StaticRoutingEvent) => {
  isFirst = self.registration.active === null
  const rules = staticRules(origin, { shell: SHELL_CACHE_PREFIX + revision, precache: cacheNames.precache })
  event.waitUntil(Promise.all([storeShell(revision, assets), addStaticRoutes(event, rules)]))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteOtherShells(revision), isFirst && self.clients.claim()]))
})

self.addEventListener('message', (event) => {
  const message = parseMessage(event.data, origin)
  switch (message?.type) {
    case 'SKIP_WAITING':
      event.waitUntil(self.skipWaiting())
      break
    case 'CACHE_CODE': {
      const urls = message.parts.flatMap((part) => filesOf(part, lazy))
      event.waitUntil(cacheLazyCode(event, lazyCode, urls))
      break
    }
    case 'CACHE_IMAGES':
      event.waitUntil(cacheImages(event, message.urls))
      break
    case undefined:
      break
  }
})
