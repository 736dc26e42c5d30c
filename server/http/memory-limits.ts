import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from '#server/base/refusal.ts'

/**
 * Limits of one process, for calls that guard nothing but the services behind them: they cost no write to
 * the database, and a restart may forget them.
 */
export function createMemoryLimits<Name extends string>(
  /** How often a minute each may be called from one address. */
  perMinute: Readonly<Record<Name, number>>,
) {
  const limiters = new Map(
    Object.entries<number>(perMinute).map(([name, points]) => [
      name,
      new RateLimiterMemory({ points, duration: 60 }),
    ]),
  )
  return {
    /** @throws Refusal `rate_limited` with the seconds to wait */
    async take(name: Name, address: string): Promise<void> {
      try {
        await limiters.get(name)?.consume(address)
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        const retryAfterS = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
        throw new Refusal('rate_limited', 'Too many requests', { retryAfterS })
      }
    },
  }
}
