import { AsyncResource } from 'node:async_hooks'
import type { Transparency } from '#contract/transparency.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Database } from '#server/db/tables.ts'
import type { LedgerWatch } from '#server/books/ledger-watch.ts'
import type { Logger } from '#server/base/logger.ts'
import { readFigures, UNCHECKED, type Figures } from './transparency-report.ts'

const KEEP_MS = 60_000
/** The longer the ledger takes to read, the less often it is read: a tenth of the time at most. */
const SHARE = 10

interface TransparencyOptions {
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly ledger: Pick<LedgerWatch, 'health'> | undefined
}

/**
 * Keeps the figures for everybody. Those that have become old are given once more while new ones are read, so
 * that nobody waits for a long ledger but the first one.
 */
export function createTransparency({ db, clock, logger, ledger }: TransparencyOptions) {
  let figures: Figures | undefined
  let freshUntil = 0
  let reading: Promise<Figures> | undefined

  // Everybody's: the call that began it may be given up, and this goes on.
  const read = AsyncResource.bind(async (): Promise<Figures> => {
    const startedAt = clock()
    try {
      figures = await readFigures(db, startedAt)
      return figures
    } finally {
      freshUntil = clock() + Math.max(KEEP_MS, SHARE * (clock() - startedAt))
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
    return { ...(known ?? (await refresh())), ledger: ledger?.health() ?? UNCHECKED }
  }
}
