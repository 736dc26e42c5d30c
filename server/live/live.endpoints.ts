import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import { API_BASE } from '#contract/api-base.ts'
import { isPublicTopic, LAST_EVENT_ID_HEADER, LIVE_PATH, LiveTopicsSchema } from '#contract/live.ts'
import { Refusal } from '#server/base/refusal.ts'
import { EVENT_ID } from '#server/feed/feed-message.ts'
import type { TurnOf } from '#server/http/call-turns.ts'
import { callerOf } from '#server/http/caller.ts'
import { createMemoryLimits } from '#server/http/minute-limits.ts'
import { respondToError, tokenOf } from '#server/http/mount-endpoint.ts'
import { requireOwnPage } from '#server/http/own-pages.ts'
import { failureResponse } from '#server/http/refusal-response.ts'
import type { RequestVariables } from '#server/http/request-log.ts'
import type { Live } from './live.ts'

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Asks proxies not to collect answers before they pass them on.
  'x-accel-buffering': 'no',
}

/** A tab opens one for each screen; many tabs may share one address. */
const OPENED_PER_MINUTE = { live: 600 }

export function mountLive(
  app: Hono<{ Variables: RequestVariables }>,
  live: Live,
  turnOf: TurnOf,
  { trustProxy }: { readonly trustProxy: boolean },
): void {
  const path = API_BASE + LIVE_PATH
  const limits = createMemoryLimits(OPENED_PER_MINUTE)
  app.get(path, async (c) => {
    try {
      requireOwnPage(c)
      const topics = topicsOf(c)
      const token = topics.every(isPublicTopic) ? null : tokenOf(c)
      const { address } = callerOf(c, c.get('logger'), trustProxy)
      await limits.take('live', address)
      live.requireRoom(address)
      const player = token === null ? null : { uid: await playerOf(c, token), token }
      // Nobody would read a stream of a HEAD, or end it.
      if (c.req.method !== 'HEAD') {
        c.set('stream', live.open({ address, player, topics, after: lastIdOf(c) }).flowTo)
      }
      return new Response(null, { headers: STREAM_HEADERS })
    } catch (error) {
      return respondToError(c, error)
    }
  })
  app.all(path, () =>
    failureResponse('method_not_allowed', 'Only GET is possible here', { allow: 'GET, HEAD' }),
  )

  /** Only the query takes a turn, not the stream. */
  const playerOf = (c: Context<{ Variables: RequestVariables }>, token: string) =>
    turnOf(c).run((step) => step(() => live.listenerOf(token)))
}

function topicsOf(c: Context) {
  const parsed = v.safeParse(LiveTopicsSchema, c.req.query('topics') ?? '')
  if (parsed.success) return parsed.output
  throw new Refusal('bad_request', 'There is no such topic', { fields: ['topics'] })
}

/** A malformed id counts as unknown. */
function lastIdOf(c: Context): string | undefined {
  const id = c.req.header(LAST_EVENT_ID_HEADER)
  return id !== undefined && EVENT_ID.test(id) ? id : undefined
}
