import { cacheNames } from 'workbox-core'
import { fromCache } from './cache-answer.ts'
import type { PrecacheLine } from './shell.ts'

/**
 * Stores missing files of this release one by one, in the cache that static routing reads. A failure rejects and so
 * fails the installation: the page tries again later.
 */
export async function storeFiles(
  files: readonly PrecacheLine[],
  { priority = 'auto' }: { priority?: RequestPriority } = {},
): Promise<void> {
  const cache = await caches.open(cacheNames.precache)
  for (const file of files) {
    // A name with a hash always has the same content.
    if (file.revision === null && (await cache.match(addressOf(file)))) continue
    await cache.put(addressOf(file), await fetchBuilt(file, { priority }))
  }
}

/**
 * From the cache, else from the server. Lazy code is cached now; other files are missing only if the browser evicted
 * them.
 */
export async function respondWithFile(event: FetchEvent, file: PrecacheLine): Promise<Response> {
  const kept = await fromCache(async () => (await caches.open(cacheNames.precache)).match(addressOf(file)))
  if (kept) return kept
  // The page gets the same answer as without a worker.
  const fetched = await fetchBuilt(file).catch(() => undefined)
  if (!fetched) return fetch(event.request)
  event.waitUntil(keep(file, fetched.clone()))
  return fetched
}

/** Only the active worker may call it: a waiting one may still be needed. */
export async function deleteOtherFiles(files: readonly PrecacheLine[]): Promise<void> {
  const own = new Set(files.map((file) => new URL(addressOf(file), self.location.href).href))
  const cache = await caches.open(cacheNames.precache)
  const others = (await cache.keys()).filter(({ url }) => !own.has(url))
  await Promise.all(others.map((request) => cache.delete(request)))
}

const addressOf = ({ url }: PrecacheLine) => `/${url}`

/**
 * The browser compares the file with its hash, because a network's log-in page, a maintenance page or another release
 * answers with status 200, too.
 * @throws when the content differs
 */
async function fetchBuilt(
  file: PrecacheLine,
  { priority = 'auto' }: { priority?: RequestPriority } = {},
): Promise<Response> {
  const { integrity = '' } = file
  const ask = async (cache: RequestCache) => {
    const response = await fetch(addressOf(file), { integrity, cache, priority, credentials: 'same-origin' })
    if (response.status !== 200) throw new Error(`${file.url}: HTTP ${response.status}`)
    // A redirected response may not answer every request.
    return response.redirected ? new Response(response.body, response) : response
  }
  // The HTTP cache may hold the wrong content.
  return file.revision === null ? ask('default').catch(() => ask('reload')) : ask('reload')
}

async function keep(file: PrecacheLine, response: Response): Promise<void> {
  try {
    await (await caches.open(cacheNames.precache)).put(addressOf(file), response)
  } catch {
    // No space or no cache: it is fetched again.
  }
}
