import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Connection } from '#server/base/connection.ts'
import type { Logger } from '#server/base/logger.ts'

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

/**
 * One line per request, with an id that is also sent as `x-request-id`. Query strings and headers are not logged:
 * they may hold secrets.
 */
export function requestLog(logger: Logger): MiddlewareHandler<{ Variables: RequestVariables }> {
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
