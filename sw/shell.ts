import { SHELL_CACHE_PREFIX } from './cache-names.ts'
import { LAUNCH_ADDRESS, SHELL_ADDRESSES } from './shell-addresses.ts'

/** A line of the precache list that the build writes into the worker. */
export interface PrecacheLine {
  url: string
  revision: string | null
}

const SHELL_URL = 'index.html'
/** Where the shell is fetched and kept: the address players navigate to, with that address's headers. */
const SHELL_KEY = '/'
const OWN_ASSET = /(?:src|href)="\/(assets\/[^"]+)"/g
/** They describe the transfer, not the text that is kept. */
const TRANSFER_HEADERS = ['content-encoding', 'content-length', 'link']
/** Takes a page out of the reach of whoever opened it. The browser pays with a process that is begun once more. */
const OPENER_POLICY = 'cross-origin-opener-policy'

/** Takes the shell out of the precache list: it lives in a cache of its own, under addresses without a revision. */
export function splitShell(lines: readonly PrecacheLine[]): { revision: string; assets: PrecacheLine[] } {
  const shell = lines.find(({ url }) => url === SHELL_URL)
  if (!shell?.revision) throw new Error('The precache list has no index.html with a revision')
  return { revision: shell.revision, assets: lines.filter((line) => line !== shell) }
}

/**
 * Stores the shell under all its addresses. Rejects, and so fails the installation, when the page comes
 * from another release than this worker: it would ask for files that are not in the precache.
 *
 * Nobody else has opened what comes from the home screen: that address goes without the opener policy, which takes a
 * tenth of a launch. In a tab, where anybody may open it, `src/boot.js` leaves it for one that has the policy.
 */
export async function storeShell(revision: string, assets: readonly PrecacheLine[]): Promise<void> {
  const response = await fetch(SHELL_KEY, { cache: 'no-cache', credentials: 'same-origin' })
  const isPage = response.headers.get('content-type')?.startsWith('text/html')
  if (response.status !== 200 || !isPage) throw new Error(`No shell: HTTP ${response.status}`)
  const html = await response.text()
  const known = new Set(assets.map(({ url }) => url))
  const stranger = findStranger(html, known)
  if (stranger) throw new Error(`The shell is of another release: it uses ${stranger}`)

  const headers = new Headers(response.headers)
  for (const name of TRANSFER_HEADERS) headers.delete(name)
  const launchHeaders = new Headers(headers)
  launchHeaders.delete(OPENER_POLICY)
  const headersOf = (address: string) => (address === LAUNCH_ADDRESS ? launchHeaders : headers)
  const cache = await caches.open(SHELL_CACHE_PREFIX + revision)
  // A new response each: one that was redirected may not answer a navigation.
  await Promise.all(
    SHELL_ADDRESSES.map((address) => cache.put(address, new Response(html, { headers: headersOf(address) }))),
  )
}

/** The first asset of the page that the precache list does not name. */
export function findStranger(html: string, known: ReadonlySet<string>): string | undefined {
  return Array.from(html.matchAll(OWN_ASSET), ([, url]) => url).find((url) => url && !known.has(url))
}

/** The shell of this release for any page. Falls back to the network when the browser evicted it. */
export async function respondWithShell(revision: string, request: Request): Promise<Response> {
  const cache = await caches.open(SHELL_CACHE_PREFIX + revision)
  return (await cache.match(SHELL_KEY)) ?? fetch(request)
}

/** Deletes the shells of every other release. Only the active worker may: a waiting one is still in reserve. */
export async function deleteOtherShells(revision: string): Promise<void> {
  const names = await caches.keys()
  const others = names.filter(
    (name) => name.startsWith(SHELL_CACHE_PREFIX) && name !== SHELL_CACHE_PREFIX + revision,
  )
  await Promise.all(others.map((name) => caches.delete(name)))
}
