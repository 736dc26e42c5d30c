import type { Context } from 'hono'
import { DEVICE_HEADER } from '#contract/device.ts'
import { Refusal } from '#server/base/refusal.ts'

/**
 * Refuses what a page of another site has a browser ask for, and what somebody was led to by a link. What is no
 * browser goes by its own will, and passes.
 * @throws Refusal `forbidden`
 */
export function requireOwnPage(c: Context): void {
  if (isForeign(c) || (isUnnamed(c) && isBrowser(c) && !isAskedFirst(c))) throw notFromThere()
}

/**
 * The same for pictures: on a line without encryption browsers say nothing of the page that shows one.
 * @throws Refusal `forbidden`
 */
export function refuseForeignPage(c: Context): void {
  if (isForeign(c)) throw notFromThere()
}

const notFromThere = () => new Refusal('forbidden', 'Only pages of this site may ask for this')

/** Browsers name the site where the line is encrypted, and elsewhere the origin of all but a plain GET. */
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

/** For these a browser asks first whether another site's page may send them, and is never told that it may. */
function isAskedFirst(c: Context): boolean {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  const keys = [c.req.header('access-token'), c.req.header(DEVICE_HEADER)]
  return type === 'application/json' || keys.some((key) => key !== undefined)
}
