import type { Context } from 'hono'
import { DEVICE_HEADER } from '#contract/device.ts'
import { OPERATOR_TOKEN_HEADER } from '#contract/operator/session.ts'
import { Refusal } from '#server/base/refusal.ts'

/**
 * Refuses requests that a page of another site makes a browser send, and those that follow from a link. Requests of
 * other programs pass: nobody can be tricked into them.
 * @throws Refusal `forbidden`
 */
export function requireOwnPage(c: Context): void {
  if (isForeign(c) || (isUnnamed(c) && isBrowser(c) && !isAskedFirst(c))) throw notFromThere()
}

/**
 * For images: without encryption browsers do not say which page shows one.
 * @throws Refusal `forbidden`
 */
export function refuseForeignPage(c: Context): void {
  if (isForeign(c)) throw notFromThere()
}

const notFromThere = () => new Refusal('forbidden', 'Only pages of this site may ask for this')

/** Browsers send the site on encrypted connections, else the origin, except with a plain GET. */
function isForeign(c: Context): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site !== 'same-origin'
  const origin = c.req.header('origin')
  return origin !== undefined && hostOf(origin) !== new URL(c.req.url).host
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host
  } catch {
    return null
  }
}

const isUnnamed = (c: Context) =>
  c.req.header('sec-fetch-site') === undefined && c.req.header('origin') === undefined

const isBrowser = (c: Context) => c.req.header('user-agent')?.startsWith('Mozilla/') === true

/** Such a request needs a CORS preflight from another site, which always fails. */
function isAskedFirst(c: Context): boolean {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  const keys = ['access-token', DEVICE_HEADER, OPERATOR_TOKEN_HEADER].map((name) => c.req.header(name))
  return type === 'application/json' || keys.some((key) => key !== undefined)
}
