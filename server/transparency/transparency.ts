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
/** The longer the ledger takes to read, the less often it is read: a tenth of the time at most. */
const SHARE = 10
const JOB = 'public-figures'
const JOB_TIMES = { leaseMs: 30_000, longestMs: 60 * 60_000 }
/** While another process reads the first ones. */
const ASK_AGAIN_MS = 200
const FAILED_MS = 1_000
const FiguresSchema = v.omit(TransparencySchema, ['ledger', 'reserves'])

interface TransparencyOptions {
  readonly db: Database
  /** Where the ledger is read: perhaps a standby. */
  readonly reads?: Reads | undefined
  readonly clock: Clock
  readonly logger: Logger
  readonly ledger: Pick<LedgerWatch, 'health'> | undefined
  readonly reserves?: Pick<ReservesWatch, 'reserves'> | undefined
  /** Whether other processes on the database tell figures, too: one reads them for all. */
  readonly isAlone?: boolean | undefined
}

interface Told {
  readonly figures: Figures
  /** How long they are given to everybody. */
  readonly keepMs: number
}

/**
 * Keeps the figures for everybody. Those that have become old are given once more while new ones are read, so
 * that nobody waits for a long ledger but the first one.
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

  async function readOwn(): Promise<Told> {
    const startedAt = clock()
    const read = await readFigures(reads.forSums(), startedAt)
    return {
      figures: read,
      keepMs: Math.min(Math.max(KEEP_MS, SHARE * (clock() - startedAt)), JOB_TIMES.longestMs),
    }
  }

  /** What another process has read, or this one for all of them. */
  async function readShared(): Promise<Told> {
    for (;;) {
      const { epoch, result, waitMs } = await takeJob(db, JOB, JOB_TIMES)
      if (epoch !== null) return readForAll(epoch)
      const known = v.safeParse(FiguresSchema, result)
      if (known.success) return { figures: known.output, keepMs: waitMs }
      // Those of another version, during an update, say nothing here.
      if (result !== null) return readOwn()
      await sleep(ASK_AGAIN_MS)
    }
  }

  async function readForAll(epoch: string): Promise<Told> {
    try {
      const told = await whileHeld(db, { name: JOB, epoch, leaseMs: JOB_TIMES.leaseMs }, readOwn)
      await endJob(db, JOB, epoch, { pauseMs: told.keepMs, result: told.figures })
      return told
    } catch (error) {
      await endJob(db, JOB, epoch, { pauseMs: FAILED_MS }).catch(() => {})
      throw error
    }
  }

  // Everybody's: the call that began it may be given up, and this goes on.
  const read = AsyncResource.bind(async (): Promise<Figures> => {
    freshUntil = clock() + KEEP_MS
    try {
      const told = await (isAlone ? readOwn() : readShared())
      figures = told.figures
      freshUntil = clock() + told.keepMs
      return figures
    } finally {
      reading = undefined
    }
  })

  function refresh(): Promise<Figures> {
    if (reading) return reading
    reading = read()
    // Whoever waits for it hears of a failure, too.
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
