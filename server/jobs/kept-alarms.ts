import { sql } from 'kysely'
import { giveBackAlarms, takeAlarms, type NotedAlarm } from '#server/base/alarms.ts'
import { repeat } from '#server/base/repeat.ts'
import type { Database } from '#server/db/tables.ts'

const WRITE_EVERY_MS = 2_000

export interface KeptAlarm extends Omit<NotedAlarm, 'firstAt' | 'lastAt'> {
  /** In milliseconds since the epoch. */
  readonly firstAt: number
  readonly lastAt: number
}

/**
 * Writes down what this process logs as an alarm, so that it is known to all of them. While the database is away it
 * waits; without alarms the database is asked nothing.
 * @returns stops it, after what is known was written
 */
export function keepAlarms(db: Database): () => Promise<void> {
  const write = async () => {
    const alarms = takeAlarms()
    if (alarms.length === 0) return
    await writeAlarms(db, alarms).catch(() => giveBackAlarms(alarms))
  }
  const writing = repeat(
    async () => {
      await write()
      return WRITE_EVERY_MS
    },
    { firstMs: WRITE_EVERY_MS },
  )
  return async () => {
    await writing.stop()
    await write()
  }
}

async function writeAlarms(db: Database, alarms: readonly NotedAlarm[]): Promise<void> {
  const rows = alarms.map(({ alarm, message, details, count, firstAt, lastAt }) => ({
    alarm,
    message,
    details,
    count: `${count}`,
    first_at: momentOf(firstAt),
    last_at: momentOf(lastAt),
  }))
  await db
    .insertInto('alarm')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['alarm', 'message']).doUpdateSet({
        count: sql`alarm.count + excluded.count`,
        last_at: sql`greatest(alarm.last_at, excluded.last_at)`,
        details: sql`excluded.details`,
      }),
    )
    .execute()
}

/** By the clock of the database. */
function momentOf(at: number) {
  const ago = `${Math.round(performance.now() - at)} milliseconds`
  return sql<Date>`clock_timestamp() - ${ago}::interval`
}

/** Alarms of all processes, the signer included; the newest first. */
export async function readAlarms(db: Database, most = 50): Promise<KeptAlarm[]> {
  const rows = await db.selectFrom('alarm').selectAll().orderBy('last_at', 'desc').limit(most).execute()
  return rows.map(({ count, first_at, last_at, ...rest }) => ({
    ...rest,
    count: Number(count),
    firstAt: first_at.getTime(),
    lastAt: last_at.getTime(),
  }))
}
