/** Push services of browsers: Chromium, Firefox, Safari, Edge. Parts of a host's name, so `x.example` is no `ample`. */
const KNOWN = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
]

/**
 * A player chooses the address that the server calls: only push services are called, and those that the operator has
 * added by origin.
 */
export function isPushService(endpoint: string, added: readonly string[]): boolean {
  const { protocol, hostname, port, origin, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (added.includes(origin)) return true
  const isKnown = KNOWN.some((known) => hostname === known || hostname.endsWith(`.${known}`))
  return protocol === 'https:' && port === '' && isKnown
}
