import { setTimeout as sleep } from 'node:timers/promises'
import type { MiddlewareHandler } from 'hono'
import { createCounts } from '#server/base/counts.ts'
import { failureResponse } from './refusal-response.ts'
import { callerOf } from './caller.ts'
import type { RequestVariables } from './request-log.ts'

/** A page makes a dozen requests at once, and a player may have several pages open. */
const MOST_OF_PLAYER = 40
/** Many players may share one address. */
const MOST_OF_ADDRESS = 300
/** The refusal is delayed: immediate retries would cost more than the refusal saves. */
const REFUSED_AFTER_MS = 500
const MOST_HELD = 1_000

interface InFlightOptions {
  readonly trustProxy: boolean
  readonly playerOf: (token: string) => number | undefined
}

/**
 * Refuses requests of a caller with too many unanswered ones, before any work is done for them. A stream counts as
 * answered once it is open.
 */
export function limitCallsInFlight({
  trustProxy,
  playerOf,
}: InFlightOptions): MiddlewareHandler<{ Variables: RequestVariables }> {
  const inFlight = createCounts<string>()

  let held = 0
  async function hold(): Promise<void> {
    if (held >= MOST_HELD) return
    held += 1
    await sleep(REFUSED_AFTER_MS)
    held -= 1
  }

  return async (c, next) => {
    const token = c.req.header('access-token')
    const player = token === undefined ? undefined : playerOf(token)
    const { address } = callerOf(c, c.get('logger'), trustProxy)
    // A known player is counted alone: neighbours at the same address must not use up their limit.
    const keys: [string, number][] = [
      player === undefined ? [`address ${address}`, MOST_OF_ADDRESS] : [`player ${player}`, MOST_OF_PLAYER],
    ]
    if (keys.some(([key, most]) => inFlight.of(key) >= most)) {
      await hold()
      return failureResponse('rate_limited', 'Too many calls at once', {}, { retryAfterS: 1 })
    }
    for (const [key] of keys) inFlight.change(key, 1)
    try {
      return await next()
    } finally {
      for (const [key] of keys) inFlight.change(key, -1)
    }
  }
}
