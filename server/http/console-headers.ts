import type { MiddlewareHandler } from 'hono'
import type { Config } from '#server/config/config.ts'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const DENIED = [
  'camera',
  'display-capture',
  'geolocation',
  'hid',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
const PASSKEYS = ['publickey-credentials-create', 'publickey-credentials-get']

const HEADERS: readonly (readonly [string, string])[] = [
  ['content-security-policy', POLICY],
  ['x-content-type-options', 'nosniff'],
  ['x-robots-tag', 'noindex'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  [
    'permissions-policy',
    [...DENIED.map((name) => `${name}=()`), ...PASSKEYS.map((name) => `${name}=(self)`)].join(', '),
  ],
]
const TWO_YEARS_S = 63_072_000

/** The console has a policy of its own: it talks with this server only, and nothing may show it in a frame. */
export function consoleHeaders({ operator }: Pick<Config, 'operator'>): MiddlewareHandler {
  const own = operator.origin === null ? null : new URL(operator.origin)
  return async (c, next) => {
    await next()
    for (const [name, value] of HEADERS) c.res.headers.set(name, value)
    const isHttps = operator.trustProxy
      ? c.req.header('x-forwarded-proto')?.split(',')[0]?.trim() === 'https'
      : own?.protocol === 'https:' && c.req.header('host') === own.host
    if (isHttps) c.res.headers.set('strict-transport-security', `max-age=${TWO_YEARS_S}; includeSubDomains`)
  }
}
