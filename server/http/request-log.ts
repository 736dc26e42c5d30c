import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Connection } from '#server/base/connection.ts'
import type { Logger } from '#server/base/logger.ts'

export interface RequestVariables {
  /** Logger whose lines carry the request's id. */
  logger: Logger
  /** When its head came in, by `performance.now()`. */
  receivedAt: number
  /** Its body did not come with its head: it came in when that was read. */
  isBodyLate?: boolean
  /** Set where practice mail is shown. */
  practiceBrowser?: string
  /** Set where the answer has no end: what sends it, once its head is sent. */
  flow?: (connection: Connection) => void
}

const WELL_FORMED_ID = /^[\w.-]{8,64}$/

/**
 * One line a request, with an id that is also in the answer's `x-request-id`. Neither query strings nor
 * headers are logged: they may hold secrets.
 */
export function requestLog(logger: Logger): MiddlewareHandler<{ Variables: RequestVariables }> {
  return async (c, next) => {
    const startedAt = performance.now()
    c.set('receivedAt', startedAt)
    const { incoming: message } = (c.env ?? {}) as { incoming?: { readonly complete: boolean } }
    // What came in one piece is read to its end before anything else is done.
    if (message?.complete === false) {
      setImmediate(() => {
        if (!message.complete) c.set('isBodyLate', true)
      })
    }
    const incoming = c.req.header('x-request-id')
    const requestId = incoming && WELL_FORMED_ID.test(incoming) ? incoming : randomUUID()
    c.set('logger', logger.child({ requestId }))
    await next()
    c.res.headers.set('x-request-id', requestId)
    const line = {
      requestId,
      method: c.req.method,
      path: c.req.path.slice(0, 200),
      status: c.res.status,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
    }
    if (c.res.status >= 500) logger.error(line, 'request')
    else logger.info(line, 'request')
  }
}
