import * as v from 'valibot'
import type { Logger } from '#server/base/logger.ts'
import type { CheckedClock } from '#server/base/server-clock.ts'
import { shareJob } from '#server/jobs/share-job.ts'
import { sealNextDay, type SealServices } from './seal-day.ts'

const EVERY_MS = 60_000
const FIRST_MS = 9_000

/** Seals each day shortly after its end, in one of all processes. @returns stops it once work under way is done */
export function watchSeals({
  clock,
  logger,
  ...services
}: SealServices & { readonly clock: CheckedClock; readonly logger: Logger }): () => Promise<void> {
  return shareJob({
    db: services.db,
    clock,
    logger,
    everyMs: EVERY_MS,
    firstMs: FIRST_MS,
    name: 'seals',
    schema: v.null(),
    async work() {
      const day = await sealNextDay({ ...services, clock })
      if (day === null) return { result: null }
      logger.info({ day }, 'the day is sealed')
      // After a pause of several days the next one is due at once.
      return { result: null, pauseMs: 0 }
    },
    failure: 'the day cannot be sealed',
  })
}
