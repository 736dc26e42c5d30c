import * as v from 'valibot'
import type { Logger } from '#server/base/logger.ts'
import type { CheckedClock } from '#server/base/server-clock.ts'
import type { RewardsConfig } from '#server/config/rewards-config.ts'
import type { Database } from '#server/db/tables.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { shareJob } from '#server/jobs/share-job.ts'
import { announceNew } from './announce.ts'

const EVERY_MS = 60_000
const FIRST_MS = 5_000

interface WatchOptions {
  readonly db: Database
  readonly secrets: Pick<Secrets, 'encrypt'>
  readonly clock: CheckedClock
  readonly logger: Logger
  readonly terms: RewardsConfig
}

/** Tells of new promotions and races, in one process at a time. The returned function stops it after the current run. */
export function watchAnnouncements({ db, secrets, clock, logger, terms }: WatchOptions): () => Promise<void> {
  return shareJob({
    db,
    clock,
    logger,
    everyMs: EVERY_MS,
    firstMs: FIRST_MS,
    name: 'announcements',
    schema: v.null(),
    async work() {
      await announceNew(db, { secrets, terms, now: clock() })
      return { result: null }
    },
    failure: 'players could not be told of what is new',
  })
}
