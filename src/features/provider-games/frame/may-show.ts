import type { ProviderLaunch } from '#contract/provider-games.ts'

const LOOPBACK = /^(?:127\.0\.0\.1|\[::1\]|localhost)$/

/**
 * False for a frame that would be part of this site: in there the sandbox would hold nothing. Also for an address that
 * is not of the told origin, or that others could read on its way.
 */
export function mayShow({ url, origin }: ProviderLaunch, ownOrigin: string): boolean {
  if (!URL.canParse(url)) return false
  const address = new URL(url)
  if (address.origin !== origin || origin === ownOrigin) return false
  return address.protocol === 'https:' || (address.protocol === 'http:' && LOOPBACK.test(address.hostname))
}
