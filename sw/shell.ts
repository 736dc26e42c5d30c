import { hashedText } from './built-page.ts'
import { fromCache } from './cache-answer.ts'
import { SHELL_CACHE_PREFIX } from './cache-names.ts'
import { LAUNCH_ADDRESS, SHELL_ADDRESSES } from './shell-addresses.ts'

/** A line of the precache list, which the build writes into the worker. */
export interface PrecacheLine {
  url: string
  revision: string | null
  /** Hash by which the browser verifies the file; the page has its revision instead. */
  integrity?: string
}

export const SHELL_URL = 'index.html'
/** The shell is fetched and cached under this path, so with its headers. */
const SHELL_KEY = '/'
/** They describe the transfer, not the cached text. */
const TRANSFER_HEADERS = ['content-encoding', 'content-length', 'link']
/** Separates a page from its opener, at the price of a new process. */
const OPENER_POLICY = 'cross-origin-opener-policy'

/**
 * Takes the shell out of the precache list: it has a cache of its own, under paths without a revision. A file without
 * a hash cannot be verified, and is not cached.
 */
export function splitShell(lines: readonly PrecacheLine[]): { revision: string; assets: PrecacheLine[] } {
  const shell = lines.find(({ url }) => url === SHELL_URL)
  if (!shell?.revision) throw new Error('The precache list has no index.html with a revision')
  return { revision: shell.revision, assets: lines.filter(({ integrity }) => integrity !== undefined) }
}

/**
 * Stores the shell under all its paths. Rejects, and so fails the installation, unless the page is of this worker's
 * build: that of another release would ask for files that are not cached; that of another server, such as a network's
 * log-in page, would replace Koi until the next release. The home screen's URL has no opener, so it goes without the
 * opener policy, which takes a tenth of a launch. In a tab, which may have an opener, `src/boot.js` replaces it by a
 * URL with the policy.
 */
export async function storeShell(revision: string): Promise<void> {
  const response = await fetch(SHELL_KEY, { cache: 'no-cache', credentials: 'same-origin' })
  const html = await response.text()
  if (response.status !== 200 || (await revisionOf(html)) !== revision)
    throw new Error(`No shell: what came is not the page of this build (HTTP ${response.status})`)

  const headers = new Headers(response.headers)
  for (const name of TRANSFER_HEADERS) headers.delete(name)
  const launchHeaders = new Headers(headers)
  launchHeaders.delete(OPENER_POLICY)
  const headersOf = (address: string) => (address === LAUNCH_ADDRESS ? launchHeaders : headers)
  const cache = await caches.open(SHELL_CACHE_PREFIX + revision)
  // A new response each: a redirected one may not answer a navigation.
  await Promise.all(
    SHELL_ADDRESSES.map((address) => cache.put(address, new Response(html, { headers: headersOf(address) }))),
  )
}

/** As the build writes it into the precache list. */
async function revisionOf(html: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(hashedText(html)))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The same shell for every page; from the network if the browser evicted it or the cache fails. */
export async function respondWithShell(revision: string, request: Request): Promise<Response> {
  const kept = await fromCache(async () =>
    (await caches.open(SHELL_CACHE_PREFIX + revision)).match(SHELL_KEY),
  )
  return kept ?? fetch(request)
}

/** Only the active worker may call it: a waiting one may still be needed. */
export async function deleteOtherShells(revision: string): Promise<void> {
  const names = await caches.keys()
  const others = names.filter(
    (name) => name.startsWith(SHELL_CACHE_PREFIX) && name !== SHELL_CACHE_PREFIX + revision,
  )
  await Promise.all(others.map((name) => caches.delete(name)))
}
