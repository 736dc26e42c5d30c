import * as v from 'valibot'
import type { Database } from '#server/db/tables.ts'
import type { Logger } from '#server/base/logger.ts'
import type { CheckedClock } from '#server/base/server-clock.ts'
import { shareJob } from '#server/jobs/share-job.ts'
import { expireBonuses } from './end-bonus.ts'
import { tellOfEndingBonuses } from './ending-bonuses.ts'

const EVERY_MS = 60_000
const FIRST_MS = 5_000

interface WatchOptions {
  readonly db: Database
  readonly clock: CheckedClock
  readonly logger: Logger
  readonly everyMs?: number
  readonly firstMs?: number
}

/** Takes back expired bonuses and tells of those that end soon, in one process at a time. The returned function stops it after the current run. */
export function watchBonuses({
  db,
  clock,
  logger,
  everyMs = EVERY_MS,
  firstMs = FIRST_MS,
}: WatchOptions): () => Promise<void> {
  return shareJob({
    db,
    clock,
    logger,
    everyMs,
    firstMs,
    name: 'bonuses',
    schema: v.null(),
    async work() {
      const expired = await expireBonuses(db, clock())
      await tellOfEndingBonuses(db, clock())
      if (expired > 0) logger.info({ expired }, 'bonuses have expired')
      return { result: null }
    },
    failure: 'expired bonuses could not be taken back',
  })
}
