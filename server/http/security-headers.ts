import type { MiddlewareHandler } from 'hono'
import type { Config } from '#server/config.ts'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ')

const DENIED = [
  'accelerometer',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
const ALLOWED = [
  'clipboard-write',
  'fullscreen',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
]

const HEADERS: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  [
    'permissions-policy',
    [...DENIED.map((name) => `${name}=()`), ...ALLOWED.map((name) => `${name}=(self)`)].join(', '),
  ],
  // Wallets and passkey providers open pop-ups that must be able to answer.
  ['cross-origin-opener-policy', 'same-origin-allow-popups'],
  ['cross-origin-resource-policy', 'same-origin'],
]

const TWO_YEARS_S = 63_072_000

/** Puts the security headers on every answer; what only makes sense behind https stays off otherwise. */
export function securityHeaders(config: Pick<Config, 'trustProxy' | 'publicOrigin'>): MiddlewareHandler {
  const publicUrl = config.publicOrigin === null ? null : new URL(config.publicOrigin)

  return async (c, next) => {
    await next()
    const isHttps = config.trustProxy
      ? c.req.header('x-forwarded-proto')?.split(',')[0]?.trim() === 'https'
      : publicUrl?.protocol === 'https:' && c.req.header('host') === publicUrl.host
    const headers = c.res.headers
    for (const [name, value] of HEADERS) headers.set(name, value)
    headers.set('content-security-policy', isHttps ? `${POLICY}; upgrade-insecure-requests` : POLICY)
    if (isHttps) headers.set('strict-transport-security', `max-age=${TWO_YEARS_S}; includeSubDomains`)
  }
}
