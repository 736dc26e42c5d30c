const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** https, or in practice mode a server of this machine. */
export function isTrustedUrl(url: string, mode: 'practice' | 'live'): boolean {
  const { protocol, hostname, username, password } = new URL(url)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (mode === 'practice' && protocol === 'http:' && LOOPBACK.test(hostname))
}

/** @param frameOrigins those of the provider */
export const isFrameUrl = (
  url: string,
  frameOrigins: readonly string[],
  mode: 'practice' | 'live',
): boolean => isTrustedUrl(url, mode) && frameOrigins.includes(new URL(url).origin)
