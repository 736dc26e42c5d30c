import * as v from 'valibot'
import type { Logger } from '#server/base/logger.ts'
import type { CheckedClock } from '#server/base/server-clock.ts'
import type { RewardsConfig } from '#server/config/rewards-config.ts'
import type { Database } from '#server/db/tables.ts'
import { shareJob } from '#server/jobs/share-job.ts'
import { closeRaces } from './close-race.ts'

const EVERY_MS = 60_000
const FIRST_MS = 7_000

interface WatchOptions {
  readonly db: Database
  readonly clock: CheckedClock
  readonly logger: Logger
  readonly terms: RewardsConfig
}

/** Closes races, in one process at a time. The returned function stops it after the current run. */
export function watchRaces({ db, clock, logger, terms }: WatchOptions): () => Promise<void> {
  return shareJob({
    db,
    clock,
    logger,
    everyMs: EVERY_MS,
    firstMs: FIRST_MS,
    name: 'races',
    schema: v.null(),
    async work() {
      const paid = await closeRaces(db, terms, clock())
      if (paid > 0) logger.info({ paid }, 'prizes of a race are paid')
      return { result: null }
    },
    failure: 'the race of last week could not be closed',
  })
}
