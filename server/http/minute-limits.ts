import { setTimeout as sleep } from 'node:timers/promises'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Clock } from '#server/base/clock.ts'
import { createFairTurns } from '#server/base/fair-turns.ts'
import type { Logger } from '#server/base/logger.ts'
import { Refusal } from '#server/base/refusal.ts'
import { isDatabaseTrouble } from '#server/db/database-trouble.ts'
import type { Database } from '#server/db/tables.ts'
import { countTry } from '#server/identity/rate-limits.ts'

const MINUTE_S = 60

/** For requests that only need to protect the services behind them. */
export interface MinuteLimits<Name extends string> {
  /** @throws Refusal `rate_limited` with the seconds to wait */
  take(name: Name, address: string): Promise<void>
}

type PerMinute<Name extends string> = Readonly<Record<Name, number>>

/** Per process: without a write to the database, and lost at a restart. */
export function createMemoryLimits<Name extends string>(perMinute: PerMinute<Name>): MinuteLimits<Name> {
  const limiters = new Map(
    Object.entries<number>(perMinute).map(([name, points]) => [
      name,
      new RateLimiterMemory({ points, duration: MINUTE_S }),
    ]),
  )
  return {
    async take(name, address) {
      try {
        await limiters.get(name)?.consume(address)
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        refuse(Math.max(1, Math.ceil(error.msBeforeNext / 1000)))
      }
    },
  }
}

/** Few at a time: these requests take no turn, and must leave the connections to those that do. */
const TURNS = { atOnce: 2, perKey: () => 2, waiting: 2_000, waitMs: 5_000 }
/** Longest wait for the database to count one, and pause before it is asked again. */
const COUNTED_WITHIN_MS = 2_000
const AWAY_MS = 5_000

/**
 * Shared by all processes on a database. While the database does not answer each process counts alone, because these
 * requests need it for nothing else. A full queue is no reason to let a request in uncounted.
 */
export function createSharedLimits<Name extends string>(
  perMinute: PerMinute<Name>,
  { db, clock, logger }: { readonly db: Database; readonly clock: Clock; readonly logger: Logger },
): MinuteLimits<Name> {
  const turns = createFairTurns(TURNS)
  const alone = createMemoryLimits(perMinute)
  let awayUntil = -Infinity
  const isAway = () => performance.now() < awayUntil

  /** Seconds until the next one is allowed; undefined if it is allowed now, or the database does not answer. */
  async function count(name: Name, address: string): Promise<number | undefined> {
    const limit = { points: perMinute[name], duration: MINUTE_S }
    const tooLate = new AbortController()
    const late = sleep(COUNTED_WITHIN_MS, null, { ref: false, signal: tooLate.signal })
    try {
      const counting = countTry(db, clock(), `minute-${name}:${address}`, limit)
      const counted = await Promise.race([counting, late])
      if (counted !== null) return counted.retryAfterS
    } catch (error) {
      if (!isDatabaseTrouble(error)) throw error
    } finally {
      late.catch(() => {})
      tooLate.abort()
    }
    if (!isAway()) logger.warn('limits cannot be counted: each process counts for itself')
    awayUntil = performance.now() + AWAY_MS
    return undefined
  }

  return {
    async take(name, address) {
      // Counts locally first: a request that is refused here costs no query.
      await alone.take(name, address)
      if (isAway()) return
      const end = await turns.take(address)
      let retryAfterS: number | undefined
      try {
        retryAfterS = isAway() ? undefined : await count(name, address)
      } finally {
        end()
      }
      if (retryAfterS !== undefined) refuse(retryAfterS)
    },
  }
}

function refuse(retryAfterS: number): never {
  throw new Refusal('rate_limited', 'Too many requests', { retryAfterS })
}
