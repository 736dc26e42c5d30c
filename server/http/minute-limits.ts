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

/** For calls that guard nothing but the services behind them. */
export interface MinuteLimits<Name extends string> {
  /** @throws Refusal `rate_limited` with the seconds to wait */
  take(name: Name, address: string): Promise<void>
}

/** How often a minute each may be called from one address. */
type PerMinute<Name extends string> = Readonly<Record<Name, number>>

/** Limits of one process: they cost no write to the database, and a restart may forget them. */
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

/** Few at a time: these calls have no turn of their own, and leave the connections to those that have. */
const TURNS = { atOnce: 2, perKey: () => 2, waiting: 2_000, waitMs: 5_000 }
/** A database that takes longer to count one is not waited for, and not asked for a while. */
const COUNTED_WITHIN_MS = 2_000
const AWAY_MS = 5_000

/**
 * Limits of all processes on a database together. While it does not answer each process counts for itself, because
 * these calls need it for nothing else. That many wait to be counted is no reason to let any in uncounted.
 */
export function createSharedLimits<Name extends string>(
  perMinute: PerMinute<Name>,
  { db, clock, logger }: { readonly db: Database; readonly clock: Clock; readonly logger: Logger },
): MinuteLimits<Name> {
  const turns = createFairTurns(TURNS)
  const alone = createMemoryLimits(perMinute)
  let awayUntil = -Infinity
  const isAway = () => performance.now() < awayUntil

  /** In how many seconds there may be one again; undefined where there may be one now, or nobody can tell. */
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
      // What one process alone would refuse costs the others nothing.
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
