import * as v from 'valibot'
import { repeat } from '#server/base/repeat.ts'
import type { Logger } from '#server/base/logger.ts'
import type { CheckedClock } from '#server/base/server-clock.ts'
import type { Database } from '#server/db/tables.ts'
import { endJob, takeJob, whileHeld } from './job-lease.ts'

/** So long the others wait for a process that died over its work, and for the news of one that has done it. */
const LEASE_MS = 30_000
/** Those that wait for the same moment come one after the other. */
const SPREAD_MS = 20

interface JobOptions<Schema extends v.GenericSchema> {
  readonly db: Database
  readonly logger: Logger
  /** The same in all processes. */
  readonly name: string
  /** From the end of one time to the beginning of the next. */
  readonly everyMs: number
  /** The longest pause that `work` ever asks for; `everyMs` unless given. */
  readonly longestMs?: number
  /** Milliseconds until this process asks the first time. */
  readonly firstMs?: number
  /** Until it is tried again while the clock cannot be believed, or after a failure; `everyMs` unless given. */
  readonly retryMs?: number
  readonly leaseMs?: number
  /** Of work that goes by the time: nothing is done while the clock cannot be believed. */
  readonly clock?: Pick<CheckedClock, 'isRight'>
  /** Of the result, as JSON. */
  readonly schema: Schema
  /**
   * Does it, knowing what came of it the last time, in whichever process; null before the first time. It must bear
   * being done twice at once: a process that stood still for a lease does not know that another one has taken over.
   */
  readonly work: (before: v.InferOutput<Schema> | null) => Promise<Done<v.InferOutput<Schema>>>
  /** Told whenever this process learns what came of it, its own work included. */
  readonly onResult?: (result: v.InferOutput<Schema>) => void
  /** Said in the log when it could not be done. */
  readonly failure: string
}

interface Done<Result> {
  readonly result: Result
  /** Until the next time, instead of `everyMs`. */
  readonly pauseMs?: number
}

/**
 * Does a job again and again in one of all processes on a database; when that one is gone, another takes over. The
 * others learn what came of it. Nobody does it more often because there are more processes, or because one starts.
 * @returns stops it, once what is under way is done
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
      // One that cannot be given back runs out.
      await endJob(db, name, epoch, { pauseMs: retryMs }).catch(() => false)
      return retryMs
    }
    const { result, pauseMs = everyMs } = done
    // What was found counts here even where nobody else can be told.
    onResult(result)
    if (!(await endJob(db, name, epoch, { pauseMs, result }))) {
      logger.warn({ job: name }, 'another process has taken this work over')
    }
    return pauseMs
  }
  return repeat(turn, { firstMs }).stop
}
