import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Clock } from '#server/base/clock.ts'
import { createFairTurns } from '#server/base/fair-turns.ts'
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
const TURNS = { atOnce: 2, perKey: () => 1, waiting: 2_000, waitMs: 2_500 }

/**
 * Limits of all processes on a database together. While it does not answer each process counts for itself, because
 * these calls need it for nothing else.
 */
export function createSharedLimits<Name extends string>(
  perMinute: PerMinute<Name>,
  { db, clock }: { readonly db: Database; readonly clock: Clock },
): MinuteLimits<Name> {
  const turns = createFairTurns(TURNS)
  const alone = createMemoryLimits(perMinute)
  const count = async (name: Name, address: string) => {
    const end = await turns.take(address)
    try {
      const limit = { points: perMinute[name], duration: MINUTE_S }
      return await countTry(db, clock(), `minute-${name}:${address}`, limit)
    } catch (error) {
      if (isDatabaseTrouble(error)) return null
      throw error
    } finally {
      end()
    }
  }
  return {
    async take(name, address) {
      const counted = await count(name, address)
      if (counted === null) await alone.take(name, address)
      else if (counted.retryAfterS !== undefined) refuse(counted.retryAfterS)
    },
  }
}

function refuse(retryAfterS: number): never {
  throw new Refusal('rate_limited', 'Too many requests', { retryAfterS })
}
