import { randomBytes } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Connection } from '#server/base/connection.ts'
import type { Logger } from '#server/base/logger.ts'
import { REQUEST_SECONDS, REQUESTS_IN_FLIGHT } from '#server/base/metrics.ts'
import { traceCall } from '#server/base/trace.ts'

export interface RequestVariables {
  logger: Logger
  /** Arrival of the request's head, by `performance.now()`. */
  receivedAt: number
  isBodyLate?: boolean
  practiceBrowser?: string
  /** Set for an endless answer: sends it after the head. */
  stream?: (connection: Connection) => void
}

const WELL_FORMED_ID = /^[\w.-]{8,64}$/
/** Short, because players tell it to support. */
const newRequestId = () => randomBytes(6).toString('hex')

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** All that is not an address of the API: pages, and the files of the client. */
const SITE = 'site'

REQUESTS_IN_FLIGHT.set(0)

/**
 * One line per request, with an id that is also sent as `x-request-id`. Query strings and headers are not logged:
 * they may hold secrets.
 */
export function requestLog(
  logger: Logger,
  { trustProxy = false } = {},
): MiddlewareHandler<{ Variables: RequestVariables }> {
  return async (c, next) => {
    const startedAt = performance.now()
    c.set('receivedAt', startedAt)
    const { incoming: message } = (c.env ?? {}) as { incoming?: { readonly complete: boolean } }
    // A body that arrived together with the head has been parsed by then.
    if (message?.complete === false) {
      setImmediate(() => {
        if (!message.complete) c.set('isBodyLate', true)
      })
    }
    const incoming = c.req.header('x-request-id')
    const requestId = incoming && WELL_FORMED_ID.test(incoming) ? incoming : newRequestId()
    c.set('logger', logger.child({ requestId }))
    const method = METHODS.has(c.req.method) ? c.req.method : 'other'
    const traceparent = trustProxy ? c.req.header('traceparent') : undefined
    REQUESTS_IN_FLIGHT.inc()
    try {
      await traceCall({ requestId, method, traceparent }, async () => {
        await next()
        return { route: routeOf(c), status: c.res.status }
      })
    } finally {
      REQUESTS_IN_FLIGHT.dec()
    }
    const ms = performance.now() - startedAt
    const status = `${Math.floor(c.res.status / 100)}xx`
    REQUEST_SECONDS.observe({ method, route: routeOf(c), status }, ms / 1_000)
    c.res.headers.set('x-request-id', requestId)
    const line = {
      requestId,
      method: c.req.method,
      path: c.req.path.slice(0, 200),
      status: c.res.status,
      ms: Math.round(ms * 10) / 10,
    }
    if (c.res.status >= 500) logger.error(line, 'request')
    else logger.info(line, 'request')
  }
}

/** The pattern that has answered, such as `/api/games/:slug`: an address that somebody makes up has none of its own. */
function routeOf(c: Context): string {
  const route = routePath(c)
  return route === '*' || route === '/*' || route === '' ? SITE : route
}
