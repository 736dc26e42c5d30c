import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { API_BASE } from '#contract/api-base.ts'
import type { RequestVariables } from './request-log.ts'

const COOKIE = 'koi_practice_browser'
const ID = /^[\w-]{43}$/
const YEAR_S = 365 * 24 * 60 * 60

/** Requests that cause a mail or log in; others give the browser no cookie. */
const CAUSES_MAIL = /\/user\/email-code$/

/**
 * Gives each browser a secret id in a cookie that no script can read. With it the browser may read its own practice
 * mails. Only mounted where practice mail is shown.
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
