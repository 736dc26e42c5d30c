import { cacheNames, setCacheNameDetails } from 'workbox-core'
import { registerRoute, setCatchHandler } from 'workbox-routing'
import { inTime } from '#lib/in-time.ts'
import { SHELL_CACHE_PREFIX } from './cache-names.ts'
import { deleteOtherFiles, respondWithFile, storeFiles } from './files.ts'
import { cacheImages, routeImages } from './images.ts'
import { filesOf, splitLazy } from './lazy-files.ts'
import { parseMessage } from './messages.ts'
import { isShellNavigation } from './navigation.ts'
import { openPushed, renewSubscription, showPush } from './push.ts'
import { deleteOtherShells, respondWithShell, splitShell, storeShell, type PrecacheLine } from './shell.ts'
import { respondToShare, SHARE_ADDRESS } from './shared-file.ts'
import { addStaticRoutes, staticRules, type StaticRoutingEvent } from './static-routes.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheLine[] }

/** Pages wait for the worker to become active; files that are not deleted by then are left to the next one. */
const CLEAR_WITHIN_MS = 5_000

const { origin } = self.location
const { revision, assets: files } = splitShell(self.__WB_MANIFEST)
const { assets, lazy } = splitLazy(files)
const fileAt = new Map(files.map((file) => [new URL(file.url, origin).href, file]))

setCacheNameDetails({ prefix: 'koi', suffix: 'v1' })
registerRoute(
  ({ url }) => fileAt.has(url.href),
  ({ event, url }) => respondWithFile(event as FetchEvent, fileAt.get(url.href) as PrecacheLine),
)
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isShellNavigation(url, origin),
  ({ request }) => respondWithShell(revision, request),
)
registerRoute(
  ({ url }) => url.origin === origin && url.pathname === SHARE_ADDRESS,
  ({ request }) => respondToShare(request),
  'POST',
)
routeImages(origin)
// On any error the page gets the same answer as without a worker.
setCatchHandler(({ request }) => fetch(request))

// Only the very first worker claims the open page; an update never takes over pages unasked.
let isFirst = false

self.addEventListener('install', (event: StaticRoutingEvent) => {
  isFirst = self.registration.active === null
  const rules = staticRules(origin, { shell: SHELL_CACHE_PREFIX + revision, precache: cacheNames.precache })
  event.waitUntil(Promise.all([storeShell(revision), storeFiles(assets), addStaticRoutes(event, rules)]))
})

self.addEventListener('activate', (event) => {
  const clear = () => Promise.all([deleteOtherShells(revision), deleteOtherFiles(files)])
  const cleared = inTime(CLEAR_WITHIN_MS, clear).catch(() => undefined)
  event.waitUntil(Promise.all([cleared, isFirst && self.clients.claim()]))
})

self.addEventListener('message', (event) => {
  const message = parseMessage(event.data, origin)
  switch (message?.type) {
    case 'SKIP_WAITING':
      event.waitUntil(self.skipWaiting())
      break
    case 'CACHE_CODE': {
      const asked = message.parts.flatMap((part) => filesOf(part, lazy))
      event.waitUntil(storeFiles(asked, { priority: 'low' }).catch(() => undefined))
      break
    }
    case 'CACHE_IMAGES':
      event.waitUntil(cacheImages(event, message.urls))
      break
    case undefined:
      break
  }
})

self.addEventListener('push', (event) => {
  event.waitUntil(showPush(event.data?.text() ?? ''))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPushed(event.notification))
})

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription(event).catch(() => undefined))
})
