import { cacheNames } from 'workbox-core'
import { fromCache } from './cache-answer.ts'
import type { PrecacheLine } from './shell.ts'

/**
 * Stores files of this release that are not kept yet, one after the other. Static routing looks for them in the same
 * cache. Rejects when one does not come, and so fails the installation: the page asks for another try later.
 */
export async function storeFiles(
  files: readonly PrecacheLine[],
  { priority = 'auto' }: { priority?: RequestPriority } = {},
): Promise<void> {
  const cache = await caches.open(cacheNames.precache)
  for (const file of files) {
    // A name with a hash in it is of one content.
    if (file.revision === null && (await cache.match(addressOf(file)))) continue
    await cache.put(addressOf(file), await fetchBuilt(file, { priority }))
  }
}

/**
 * A file of this release: from its cache, else from the server. Code for later is kept then; all other files were,
 * unless the browser took them away.
 */
export async function respondWithFile(event: FetchEvent, file: PrecacheLine): Promise<Response> {
  const kept = await fromCache(async () => (await caches.open(cacheNames.precache)).match(addressOf(file)))
  if (kept) return kept
  // Whatever comes in its place, the page is no worse off than without a worker.
  const fetched = await fetchBuilt(file).catch(() => undefined)
  if (!fetched) return fetch(event.request)
  event.waitUntil(keep(file, fetched.clone()))
  return fetched
}

/** Deletes what is of no use to this release. Only the active worker may: a waiting one is still in reserve. */
export async function deleteOtherFiles(files: readonly PrecacheLine[]): Promise<void> {
  const own = new Set(files.map((file) => new URL(addressOf(file), self.location.href).href))
  const cache = await caches.open(cacheNames.precache)
  const others = (await cache.keys()).filter(({ url }) => !own.has(url))
  await Promise.all(others.map((request) => cache.delete(request)))
}

const addressOf = ({ url }: PrecacheLine) => `/${url}`

/**
 * A file as the build made it: the browser compares it with its hash, since a log-in page of a network, a server under
 * maintenance or one of another release answers, too. @throws when something else comes
 */
async function fetchBuilt(
  file: PrecacheLine,
  { priority = 'auto' }: { priority?: RequestPriority } = {},
): Promise<Response> {
  const { integrity = '' } = file
  const ask = async (cache: RequestCache) => {
    const response = await fetch(addressOf(file), { integrity, cache, priority, credentials: 'same-origin' })
    if (response.status !== 200) throw new Error(`${file.url}: HTTP ${response.status}`)
    // One that was redirected may not answer every request.
    return response.redirected ? new Response(response.body, response) : response
  }
  // The HTTP cache may have kept the wrong one.
  return file.revision === null ? ask('default').catch(() => ask('reload')) : ask('reload')
}

async function keep(file: PrecacheLine, response: Response): Promise<void> {
  try {
    await (await caches.open(cacheNames.precache)).put(addressOf(file), response)
  } catch {
    // No room, or no cache: it is fetched again.
  }
}
