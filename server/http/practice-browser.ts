import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { API_BASE } from '#contract/api-base.ts'
import type { RequestVariables } from './request-log.ts'

const COOKIE = 'koi_practice_browser'
const ID = /^[\w-]{43}$/
const YEAR_S = 365 * 24 * 60 * 60

/** Calls that cause mail or log in; the others need no name for a browser that has none. */
const CAUSES_MAIL = /\/user\/email-code$/

/**
 * Gives each browser a secret name, a cookie no script can read, by which it may read its own practice mail and
 * nobody else's. Only mounted where practice mail is shown.
 */
export function practiceBrowser(): MiddlewareHandler<{ Variables: RequestVariables }> {
  return async (c, next) => {
    const known = getCookie(c, COOKIE)
    const isKnown = known !== undefined && ID.test(known)
    const isWanted = isKnown || c.req.method !== 'GET' || CAUSES_MAIL.test(c.req.path)
    const id = isKnown ? known : randomBytes(32).toString('base64url')
    if (isWanted) c.set('practiceBrowser', id)
    await next()
    if (isWanted && !isKnown)
      setCookie(c, COOKIE, id, { path: API_BASE, httpOnly: true, sameSite: 'Strict', maxAge: YEAR_S })
  }
}
