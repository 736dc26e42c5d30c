import type { Database } from '#server/db/tables.ts'
import type { Logger } from '#server/base/logger.ts'
import { repeat } from '#server/base/repeat.ts'
import type { CheckedClock } from '#server/base/server-clock.ts'
import { expireBonuses } from './end-bonus.ts'

const EVERY_MS = 60_000
const FIRST_MS = 5_000

interface WatchOptions {
  readonly db: Database
  readonly clock: CheckedClock
  readonly logger: Logger
  readonly everyMs?: number
  readonly firstMs?: number
}

/**
 * Takes back what is left of bonuses whose time is over; several processes may do so at once. The returned
 * function stops it once what is under way is done.
 */
export function watchBonuses({
  db,
  clock,
  logger,
  everyMs = EVERY_MS,
  firstMs = FIRST_MS,
}: WatchOptions): () => Promise<void> {
  const expire = async () => {
    try {
      if (!(await clock.isRight())) return everyMs
      const expired = await expireBonuses(db, clock())
      if (expired > 0) logger.info({ expired }, 'bonuses have run out')
    } catch (error) {
      logger.warn({ err: error }, 'bonuses cannot be ended')
    }
    return everyMs
  }
  return repeat(expire, { firstMs }).stop
}
