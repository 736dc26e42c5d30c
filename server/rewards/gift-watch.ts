import * as v from 'valibot'
import type { Logger } from '#server/base/logger.ts'
import type { CheckedClock } from '#server/base/server-clock.ts'
import type { RewardsConfig } from '#server/config/rewards-config.ts'
import type { Database } from '#server/db/tables.ts'
import { shareJob } from '#server/jobs/share-job.ts'
import { tellOfGifts } from './gift-messages.ts'

const EVERY_MS = 10 * 60_000
const FIRST_MS = 30_000

interface WatchOptions {
  readonly db: Database
  readonly clock: CheckedClock
  readonly logger: Logger
  readonly config: RewardsConfig
}

/** Tells of level gifts, in one process at a time. The returned function stops it after the current run. */
export function watchGifts({ db, clock, logger, config }: WatchOptions): () => Promise<void> {
  return shareJob({
    db,
    clock,
    logger,
    everyMs: EVERY_MS,
    firstMs: FIRST_MS,
    name: 'level-gifts',
    schema: v.null(),
    async work() {
      await tellOfGifts(db, config, clock())
      return { result: null }
    },
    failure: 'players could not be told of their level gifts',
  })
}
