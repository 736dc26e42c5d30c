import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { MiddlewareHandler } from 'hono'
import type { RequestVariables } from './request-log.ts'

/**
 * Writes an endless answer straight into the connection. Web streams would cost twice the time and more garbage for
 * every event and listener. Mount it before middleware that sets headers.
 */
export function directStreams(): MiddlewareHandler<{ Bindings: HttpBindings; Variables: RequestVariables }> {
  return async (c, next) => {
    await next()
    const stream = c.get('stream')
    if (!stream) return
    const { outgoing } = c.env
    // The answer ends with its connection; chunked encoding would add two writes to each event.
    outgoing.removeHeader('transfer-encoding')
    outgoing.writeHead(c.res.status, { ...Object.fromEntries(c.res.headers), connection: 'close' })
    outgoing.flushHeaders()
    stream(outgoing)
    // Unset first, else Hono merges the headers of the old answer.
    c.res = undefined
    c.res = RESPONSE_ALREADY_SENT
  }
}
