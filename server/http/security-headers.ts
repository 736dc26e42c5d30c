import type { MiddlewareHandler } from 'hono'
import type { Config } from '#server/config/config.ts'

const policy = (
  relayOrigin: string | null,
  scriptHashes: readonly string[],
  frameOrigins: readonly string[],
) =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${relayOrigin === null ? '' : ` ${relayOrigin}`}`,
    `frame-src ${frameOrigins.length === 0 ? "'none'" : frameOrigins.join(' ')}`,
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
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
]

/** For files of a page: opened alone they may do nothing. */
const PART_POLICY = "default-src 'none'; frame-ancestors 'none'"

const HEADERS: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
]
/** Games of others in a frame may have these, too. */
const FRAMED = ['autoplay', 'fullscreen']

/** Browsers use these only on documents and workers; on the files of a page they would waste 600 bytes each. */
const documentHeaders = (frameOrigins: readonly string[]): readonly (readonly [string, string])[] => [
  [
    'permissions-policy',
    [
      ...DENIED.map((name) => `${name}=()`),
      ...ALLOWED.map((name) => `${name}=(self)`),
      ...FRAMED.map((name) => `${name}=(${['self', ...frameOrigins.map((each) => `"${each}"`)].join(' ')})`),
    ].join(', '),
  ],
  // Wallets and passkey providers open pop-ups that must be able to answer.
  ['cross-origin-opener-policy', 'same-origin-allow-popups'],
]

const TWO_YEARS_S = 63_072_000

/**
 * Omits https-only headers without https, and document headers on files of a page. `scriptHashes` are those of the
 * inline scripts: `sha256-…`.
 */
export function securityHeaders(
  config: Pick<Config, 'trustProxy' | 'publicOrigin' | 'wallets' | 'providers'>,
  scriptHashes: readonly string[] = [],
): MiddlewareHandler {
  const { relayUrl } = config.wallets
  const frameOrigins = [...new Set(config.providers.flatMap((each) => each.frameOrigins))]
  const base = policy(relayUrl === null ? null : new URL(relayUrl).origin, scriptHashes, frameOrigins)
  const ofDocuments = documentHeaders(frameOrigins)
  const publicUrl = config.publicOrigin === null ? null : new URL(config.publicOrigin)

  return async (c, next) => {
    await next()
    const isHttps = config.trustProxy
      ? c.req.header('x-forwarded-proto')?.split(',')[0]?.trim() === 'https'
      : publicUrl?.protocol === 'https:' && c.req.header('host') === publicUrl.host
    const headers = c.res.headers
    const isPart = isPartOfPage(c.req.path, headers)
    for (const [name, value] of HEADERS) headers.set(name, value)
    if (!isPart) for (const [name, value] of ofDocuments) headers.set(name, value)
    const secured = isHttps ? `${base}; upgrade-insecure-requests` : base
    headers.set('content-security-policy', isPart ? PART_POLICY : secured)
    if (isHttps) headers.set('strict-transport-security', `max-age=${TWO_YEARS_S}; includeSubDomains`)
  }
}

/** Images and files with a hash in the name. The service worker at the root is a context of its own. */
function isPartOfPage(path: string, headers: Headers): boolean {
  return path.startsWith('/assets/') || headers.get('content-type')?.startsWith('image/') === true
}
