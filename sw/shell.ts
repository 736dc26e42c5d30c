import { hashedText } from './built-page.ts'
import { fromCache } from './cache-answer.ts'
import { SHELL_CACHE_PREFIX } from './cache-names.ts'
import { LAUNCH_ADDRESS, SHELL_ADDRESSES } from './shell-addresses.ts'

/** A line of the precache list that the build writes into the worker. */
export interface PrecacheLine {
  url: string
  revision: string | null
  /** By which the browser tells the file from anything else that comes in its place; the page has its revision. */
  integrity?: string
}

export const SHELL_URL = 'index.html'
/** Where the shell is fetched and kept: the address players navigate to, with that address's headers. */
const SHELL_KEY = '/'
/** They describe the transfer, not the text that is kept. */
const TRANSFER_HEADERS = ['content-encoding', 'content-length', 'link']
/** Takes a page out of the reach of whoever opened it. The browser pays with a process that is begun once more. */
const OPENER_POLICY = 'cross-origin-opener-policy'

/**
 * Takes the shell out of the precache list: it lives in a cache of its own, under addresses without a revision. What
 * has no hash cannot be told from what another server answers in its place, and is not kept.
 */
export function splitShell(lines: readonly PrecacheLine[]): { revision: string; assets: PrecacheLine[] } {
  const shell = lines.find(({ url }) => url === SHELL_URL)
  if (!shell?.revision) throw new Error('The precache list has no index.html with a revision')
  return { revision: shell.revision, assets: lines.filter(({ integrity }) => integrity !== undefined) }
}

/**
 * Stores the shell under all its addresses. Rejects, and so fails the installation, when the page is not the very one
 * of this worker's build. That of another release would ask for files that are not kept; that of another server, such
 * as a network's log-in page, would be Koi until the next release.
 *
 * Nobody else has opened what comes from the home screen: that address goes without the opener policy, which takes a
 * tenth of a launch. In a tab, where anybody may open it, `src/boot.js` leaves it for one that has the policy.
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
  // A new response each: one that was redirected may not answer a navigation.
  await Promise.all(
    SHELL_ADDRESSES.map((address) => cache.put(address, new Response(html, { headers: headersOf(address) }))),
  )
}

/** The revision of a page, as the build writes it into the precache list. */
async function revisionOf(html: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(hashedText(html)))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The shell of this release for any page; from the network when the browser evicted it, or its cache is no use. */
export async function respondWithShell(revision: string, request: Request): Promise<Response> {
  const kept = await fromCache(async () =>
    (await caches.open(SHELL_CACHE_PREFIX + revision)).match(SHELL_KEY),
  )
  return kept ?? fetch(request)
}

/** Deletes the shells of every other release. Only the active worker may: a waiting one is still in reserve. */
export async function deleteOtherShells(revision: string): Promise<void> {
  const names = await caches.keys()
  const others = names.filter(
    (name) => name.startsWith(SHELL_CACHE_PREFIX) && name !== SHELL_CACHE_PREFIX + revision,
  )
  await Promise.all(others.map((name) => caches.delete(name)))
}
