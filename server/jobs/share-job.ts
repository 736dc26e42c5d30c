import * as v from 'valibot'
import { repeat } from '#server/base/repeat.ts'
import type { Logger } from '#server/base/logger.ts'
import type { CheckedClock } from '#server/base/server-clock.ts'
import type { Database } from '#server/db/tables.ts'
import { endJob, takeJob, whileHeld } from './job-lease.ts'

/** Longest delay after the death of a process during its run, and before the others learn a result. */
const LEASE_MS = 30_000
/** Random delay, so that waiting processes do not ask at the same moment. */
const SPREAD_MS = 20

interface JobOptions<Schema extends v.GenericSchema> {
  readonly db: Database
  readonly logger: Logger
  readonly name: string
  readonly everyMs: number
  /** Longest pause that `work` returns; default `everyMs`. */
  readonly longestMs?: number
  readonly firstMs?: number
  readonly retryMs?: number
  readonly leaseMs?: number
  /** For work that depends on time: nothing runs while the clock is wrong. */
  readonly clock?: Pick<CheckedClock, 'isRight'>
  /** Validates the stored result. */
  readonly schema: Schema
  /**
   * Gets the last result of any process; null before the first run. It must tolerate parallel runs: a process that
   * stalled for longer than the lease does not know that another one has taken over.
   */
  readonly work: (before: v.InferOutput<Schema> | null) => Promise<Done<v.InferOutput<Schema>>>
  /** Called with every result that this process learns of, its own included. */
  readonly onResult?: (result: v.InferOutput<Schema>) => void
  readonly failure: string
}

interface Done<Result> {
  readonly result: Result
  readonly pauseMs?: number
}

/**
 * Runs a job repeatedly in one process of all that share the database; another one takes over when it dies. The
 * others get the result. More processes or restarts do not make the job run more often.
 * @returns a function that stops it after the current run
 */
export function shareJob<Schema extends v.GenericSchema>({
  db,
  logger,
  name,
  everyMs,
  longestMs = everyMs,
  firstMs = 0,
  retryMs = everyMs,
  leaseMs = LEASE_MS,
  clock,
  schema,
  work,
  onResult = () => {},
  failure,
}: JobOptions<Schema>): () => Promise<void> {
  const parse = (stored: unknown): v.InferOutput<Schema> | null => {
    const parsed = v.safeParse(schema, stored)
    return parsed.success ? parsed.output : null
  }

  const turn = async (): Promise<number> => {
    try {
      if (clock && !(await clock.isRight())) return retryMs
      const { epoch, result, waitMs } = await takeJob(db, name, { leaseMs, longestMs })
      const before = result === null ? null : parse(result)
      if (before !== null) onResult(before)
      if (epoch !== null) return await doIt(epoch, before)
      return waitMs + Math.random() * SPREAD_MS
    } catch (error) {
      logger.warn({ err: error }, failure)
      return retryMs
    }
  }

  async function doIt(epoch: string, before: v.InferOutput<Schema> | null): Promise<number> {
    let done: Done<v.InferOutput<Schema>>
    try {
      done = await whileHeld(db, { name, epoch, leaseMs }, () => work(before))
    } catch (error) {
      logger.warn({ err: error }, failure)
      // If the job cannot be given back, its lease expires.
      await endJob(db, name, epoch, { pauseMs: retryMs }).catch(() => false)
      return retryMs
    }
    const { result, pauseMs = everyMs } = done
    // The result is valid here even if it cannot be stored.
    onResult(result)
    if (!(await endJob(db, name, epoch, { pauseMs, result }))) {
      logger.warn({ job: name }, 'another process has taken over this job')
    }
    return pauseMs
  }
  return repeat(turn, { firstMs }).stop
}
