import { sql } from 'kysely'
import type { CrashLatency } from '#contract/crash.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Logger } from '#server/base/logger.ts'
import { repeat } from '#server/base/repeat.ts'
import type { Database } from '#server/db/tables.ts'

const HOUR_MS = 60 * 60_000
const WRITE_EVERY_MS = 5_000
const KEEP_MS = 10_000
const HOURS = 24
/** Factor from one step to the next. */
const STEP = 1.08

interface LatencyOptions {
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
}

export interface CrashLatencies {
  /** @param ms from the arrival of a cash-out to its decision @param isLost true if it came after the crash */
  add(ms: number, isLost: boolean): void
  /** Over all processes and 24 hours; null without cash-outs. */
  read(): Promise<CrashLatency | null>
  stop(): Promise<void>
}

/** How long cash-outs take, counted by steps of 8% and by hours: it costs the same for any number of them. */
export function createCrashLatencies({ db, clock, logger }: LatencyOptions): CrashLatencies {
  let counted = new Map<number, { cashOuts: number; lost: number }>()
  let known: { readonly at: number; readonly latency: Promise<CrashLatency | null> } | undefined

  let cleanedAt = -Infinity

  function count(atMost: number, cashOuts: number, lost: number): void {
    const entry = counted.get(atMost) ?? { cashOuts: 0, lost: 0 }
    counted.set(atMost, { cashOuts: entry.cashOuts + cashOuts, lost: entry.lost + lost })
  }

  async function write(): Promise<void> {
    if (counted.size === 0) return
    const hour = new Date(clock() - (clock() % HOUR_MS))
    const rows = [...counted].map(([atMost, { cashOuts, lost }]) => ({
      hour,
      at_most_ms: atMost,
      cash_outs: cashOuts,
      lost,
    }))
    counted = new Map()
    try {
      await db
        .insertInto('crash_latency')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['hour', 'at_most_ms']).doUpdateSet({
            cash_outs: sql`crash_latency.cash_outs + excluded.cash_outs`,
            lost: sql`crash_latency.lost + excluded.lost`,
          }),
        )
        .execute()
    } catch (error) {
      logger.warn({ err: error }, 'how long cash-outs take could not be written down')
      for (const { at_most_ms: atMost, cash_outs: cashOuts, lost } of rows) count(atMost, cashOuts, lost)
      return
    }
    if (cleanedAt === hour.getTime()) return
    cleanedAt = hour.getTime()
    try {
      await db
        .deleteFrom('crash_latency')
        .where('hour', '<', new Date(clock() - 2 * HOURS * HOUR_MS))
        .execute()
    } catch (error) {
      logger.warn({ err: error }, 'old figures of cash-outs could not be deleted')
    }
  }

  async function readAll(): Promise<CrashLatency | null> {
    const rows = await db
      .selectFrom('crash_latency')
      .select([
        'at_most_ms',
        sql<number>`sum(cash_outs)::integer`.as('n'),
        sql<number>`sum(lost)::integer`.as('lost'),
      ])
      .where('hour', '>', new Date(clock() - HOURS * HOUR_MS))
      .groupBy('at_most_ms')
      .orderBy('at_most_ms')
      .execute()
    const cashOuts = rows.reduce((sum, { n }) => sum + n, 0)
    if (cashOuts === 0) return null
    const percentile = (share: number) => {
      let seen = 0
      return rows.find(({ n }) => (seen += n) >= share * cashOuts)?.at_most_ms ?? 0
    }
    return {
      p50: percentile(0.5),
      p95: percentile(0.95),
      p99: percentile(0.99),
      cashOuts,
      lostShare: rows.reduce((sum, { lost }) => sum + lost, 0) / cashOuts,
    }
  }

  const writing = repeat(
    async () => {
      await write()
      return WRITE_EVERY_MS
    },
    { firstMs: WRITE_EVERY_MS },
  )

  return {
    add(ms, isLost) {
      const atMost = Math.ceil(STEP ** Math.ceil(Math.log(Math.max(1, ms)) / Math.log(STEP)))
      count(atMost, 1, Number(isLost))
    },
    read() {
      const at = performance.now()
      if (known && at - known.at < KEEP_MS) return known.latency
      const latency = readAll()
      known = { at, latency }
      latency.catch(() => (known = undefined))
      return latency
    },
    async stop() {
      await writing.stop()
      await write()
    },
  }
}
