import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { MiddlewareHandler } from 'hono'
import type { RequestVariables } from './request-log.ts'

/**
 * Sends the head of an answer that has a `flow`, and lets it flow into the connection from there. As the body of the
 * answer it would pass through web streams: every event to every listener would cost twice the time, and garbage.
 * Comes before whatever sets headers.
 */
export function flowingAnswers(): MiddlewareHandler<{ Bindings: HttpBindings; Variables: RequestVariables }> {
  return async (c, next) => {
    await next()
    const flow = c.get('flow')
    if (!flow) return
    const { outgoing } = c.env
    // It ends with its connection; chunks would cost each event two more pieces to send.
    outgoing.removeHeader('transfer-encoding')
    outgoing.writeHead(c.res.status, { ...Object.fromEntries(c.res.headers), connection: 'close' })
    outgoing.flushHeaders()
    flow(outgoing)
    // What is left out first is not mixed into it.
    c.res = undefined
    c.res = RESPONSE_ALREADY_SENT
  }
}
