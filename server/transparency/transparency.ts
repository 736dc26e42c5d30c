import { AsyncResource } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { TransparencySchema, type Transparency } from '#contract/transparency.ts'
import type { Clock } from '#server/base/clock.ts'
import { readsOf, type Reads } from '#server/db/open-reads.ts'
import type { Database } from '#server/db/tables.ts'
import type { ReservesWatch } from '#server/chain-check/reserves-watch.ts'
import type { LedgerWatch } from '#server/books/ledger-watch.ts'
import { endJob, takeJob, whileHeld } from '#server/jobs/job-lease.ts'
import type { Logger } from '#server/base/logger.ts'
import { readFigures, UNCHECKED, type Figures } from './transparency-report.ts'

const KEEP_MS = 60_000
/** Reading takes at most a tenth of the time. */
const KEEP_FACTOR = 10
const JOB = 'public-figures'
const JOB_TIMES = { leaseMs: 30_000, longestMs: 60 * 60_000 }
const POLL_MS = 200
const FAILED_MS = 1_000
const FiguresSchema = v.omit(TransparencySchema, ['ledger', 'reserves'])

interface TransparencyOptions {
  readonly db: Database
  /** May be a standby. */
  readonly reads?: Reads | undefined
  readonly clock: Clock
  readonly logger: Logger
  readonly ledger: Pick<LedgerWatch, 'health'> | undefined
  readonly reserves?: Pick<ReservesWatch, 'reserves'> | undefined
  /** False if several processes share the figures, so that only one of them reads. */
  readonly isAlone?: boolean | undefined
}

interface CachedFigures {
  readonly figures: Figures
  readonly keepMs: number
}

/**
 * Caches the figures. Stale ones are returned while new ones are read, so only the first caller waits.
 */
export function createTransparency({
  db,
  reads = readsOf(db),
  clock,
  logger,
  ledger,
  reserves,
  isAlone = true,
}: TransparencyOptions) {
  let figures: Figures | undefined
  let freshUntil = 0
  let reading: Promise<Figures> | undefined

  async function readFromLedger(): Promise<CachedFigures> {
    const startedAt = clock()
    const read = await readFigures(reads.forSums(), startedAt)
    return {
      figures: read,
      keepMs: Math.min(Math.max(KEEP_MS, KEEP_FACTOR * (clock() - startedAt)), JOB_TIMES.longestMs),
    }
  }

  /** Takes the figures of another process, or reads them for all processes. */
  async function readShared(): Promise<CachedFigures> {
    for (;;) {
      const { epoch, result, waitMs } = await takeJob(db, JOB, JOB_TIMES)
      if (epoch !== null) return readForAll(epoch)
      const known = v.safeParse(FiguresSchema, result)
      if (known.success) return { figures: known.output, keepMs: waitMs }
      // A process of another version stored these, during an update.
      if (result !== null) return readFromLedger()
      await sleep(POLL_MS)
    }
  }

  async function readForAll(epoch: string): Promise<CachedFigures> {
    try {
      const cached = await whileHeld(db, { name: JOB, epoch, leaseMs: JOB_TIMES.leaseMs }, readFromLedger)
      await endJob(db, JOB, epoch, { pauseMs: cached.keepMs, result: cached.figures })
      return cached
    } catch (error) {
      await endJob(db, JOB, epoch, { pauseMs: FAILED_MS }).catch(() => {})
      throw error
    }
  }

  // Detached from the caller's async context: the request may be aborted, but all callers share this read.
  const read = AsyncResource.bind(async (): Promise<Figures> => {
    freshUntil = clock() + KEEP_MS
    try {
      const cached = await (isAlone ? readFromLedger() : readShared())
      figures = cached.figures
      freshUntil = clock() + cached.keepMs
      return figures
    } finally {
      reading = undefined
    }
  })

  function refresh(): Promise<Figures> {
    if (reading) return reading
    reading = read()
    // Callers that wait get the failure, too.
    reading.catch((error: unknown) => logger.warn({ err: error }, 'the ledger could not be read'))
    return reading
  }

  return async (): Promise<Transparency> => {
    const known = figures
    if (known !== undefined && clock() >= freshUntil) void refresh()
    return {
      ...(known ?? (await refresh())),
      ledger: ledger?.health() ?? UNCHECKED,
      reserves: reserves?.reserves() ?? null,
    }
  }
}
