import * as v from 'valibot'
import { ReservesSchema, type Reserves } from '#contract/transparency.ts'
import type { Logger } from '#server/base/logger.ts'
import type { CheckedClock } from '#server/base/server-clock.ts'
import type { Database } from '#server/db/tables.ts'
import { shareJob } from '#server/jobs/share-job.ts'
import type { ChainView } from './chain-view.ts'
import { readReserves } from './reserves.ts'

const HOUR_MS = 60 * 60_000
const FIRST_MS = 60_000
/** A withdrawal in progress is still owed but no longer held, so a shortfall must show twice. */
const AGAIN_MS = 5 * 60_000

const FoundSchema = v.object({ reserves: ReservesSchema, uncovered: v.array(v.string()) })

interface WatchOptions {
  readonly db: Database
  readonly clock: CheckedClock
  readonly logger: Logger
  readonly views: readonly ChainView[]
  readonly everyMs?: number
  readonly againMs?: number
  readonly firstMs?: number
}

export interface ReservesWatch {
  /** Null before the first check, and without a real chain. */
  reserves(): Reserves | null
  stop(): Promise<void>
}

/**
 * Compares, every hour and in one of all processes, the holdings of the house with what it owes to players. Raises an
 * alarm when a coin is short in two consecutive checks.
 */
export function watchReserves({
  db,
  clock,
  logger,
  views,
  everyMs = HOUR_MS,
  againMs = AGAIN_MS,
  firstMs = FIRST_MS,
}: WatchOptions): ReservesWatch {
  if (views.length === 0) return { reserves: () => null, stop: async () => {} }
  let reserves: Reserves | null = null
  const stop = shareJob({
    db,
    logger,
    clock,
    everyMs,
    firstMs,
    retryMs: againMs,
    name: 'reserves',
    schema: FoundSchema,
    async work(before) {
      const read = await readReserves(db, views, {
        now: clock(),
        onFailure: (chain, error) =>
          logger.warn({ err: error, chain }, 'the holdings of the house on a chain cannot be read'),
      })
      const uncovered = read.uncovered.map(({ coin }) => coin)
      const again = read.uncovered.filter(({ coin }) => before?.uncovered.includes(coin))
      for (const { coin, held, owed } of again) {
        logger.error(
          { alarm: 'liabilities_uncovered', coin, held: String(held), owed: String(owed) },
          'the house holds less of a coin than players are owed',
        )
      }
      const isNew = uncovered.length > again.length
      return { result: { reserves: read.reserves, uncovered }, ...(isNew && { pauseMs: againMs }) }
    },
    onResult: (result) => void (reserves = result.reserves),
    failure: 'the holdings of the house could not be compared with its debts',
  })
  return { reserves: () => reserves, stop }
}
