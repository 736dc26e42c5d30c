import type { Database } from '#server/db/tables.ts'
import type { Clock } from '#server/http/answer-cache.ts'
import type { Logger } from '#server/logger.ts'
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
  let isStopped = false
  let running: Promise<void> = Promise.resolve()
  const run = () => {
    running = expireBonuses(db, clock())
      .then((expired) => {
        if (expired > 0) logger.info({ expired }, 'bonuses have run out')
      })
      .catch((error: unknown) => logger.warn({ err: error }, 'bonuses cannot be ended'))
      .then(() => {
        if (!isStopped) schedule(everyMs)
      })
  }
  let timer: NodeJS.Timeout
  const schedule = (ms: number) => {
    timer = setTimeout(run, ms)
    timer.unref()
  }
  schedule(firstMs)
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
}
