import type { Database } from '#server/db/tables.ts'
import type { Clock } from '#server/http/answer-cache.ts'
import type { Logger } from '#server/logger.ts'
import { repeat } from '#server/repeat.ts'
import { expireBonuses } from './end-bonus.ts'

const EVERY_MS = 60_000
const FIRST_MS = 5_000

interface WatchOptions {
  readonly db: Database
  readonly clock: Clock
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
      const expired = await expireBonuses(db, clock())
      if (expired > 0) logger.info({ expired }, 'bonuses have run out')
    } catch (error) {
      logger.warn({ err: error }, 'bonuses cannot be ended')
    }
    return everyMs
  }
  return repeat(expire, { firstMs }).stop
}
