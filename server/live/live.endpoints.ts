import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import { API_BASE } from '#contract/api-base.ts'
import { LAST_EVENT_ID_HEADER, LIVE_PATH, LiveTopicsSchema } from '#contract/live.ts'
import { Refusal } from '#server/base/refusal.ts'
import { EVENT_ID } from '#server/feed/feed-message.ts'
import type { TurnOf } from '#server/http/call-turns.ts'
import { respondToError, tokenOf } from '#server/http/mount-endpoint.ts'
import { failureResponse } from '#server/http/refusal-response.ts'
import type { RequestVariables } from '#server/http/request-log.ts'
import type { Live } from './live.ts'

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Proxies that collect answers before they pass them on are asked not to.
  'x-accel-buffering': 'no',
}

/** The stream of what happens. */
export function mountLive(app: Hono<{ Variables: RequestVariables }>, live: Live, turnOf: TurnOf): void {
  const path = API_BASE + LIVE_PATH
  app.get(path, async (c) => {
    try {
      const token = tokenOf(c)
      const topics = topicsOf(c)
      // Only what it asks the database before takes the turn.
      const uid = await turnOf(c).run((step) => step(() => live.listenerOf(token)))
      live.requireRoom()
      // Nobody would read a stream of a HEAD, or end it.
      const body = c.req.method === 'HEAD' ? null : live.open({ uid, token, topics, after: lastIdOf(c) })
      return new Response(body, { headers: STREAM_HEADERS })
    } catch (error) {
      return respondToError(c, error)
    }
  })
  app.all(path, () =>
    failureResponse('method_not_allowed', 'Only GET is possible here', { allow: 'GET, HEAD' }),
  )
}

function topicsOf(c: Context) {
  const parsed = v.safeParse(LiveTopicsSchema, c.req.query('topics') ?? '')
  if (parsed.success) return parsed.output
  throw new Refusal('bad_request', 'There is no such topic', { fields: ['topics'] })
}

/** An id that is none is one that nobody knows any more. */
function lastIdOf(c: Context): string | undefined {
  const id = c.req.header(LAST_EVENT_ID_HEADER)
  return id !== undefined && EVENT_ID.test(id) ? id : undefined
}
