import { sql } from 'kysely'
import type { Alarm } from '#contract/operator/today.ts'
import type { AlarmNotes } from '#server/base/noted-alarms.ts'
import { repeat } from '#server/base/repeat.ts'
import type { Database } from '#server/db/tables.ts'

const EVERY_MS = 2_000
const DAY_MS = 24 * 60 * 60_000
const LISTED = 50

/**
 * Writes down what processes have logged as alarms, so that each server shows those of all processes. The log has them
 * anyway: while the database is away they are only there.
 */
export function keepAlarms(db: Database, notes: AlarmNotes): () => Promise<void> {
  const keeping = repeat(
    async () => {
      await writeAlarms(db, notes).catch(() => {})
      return EVERY_MS
    },
    { firstMs: EVERY_MS },
  )
  return keeping.stop
}

/** An alarm that was silent for a day begins anew. */
export async function writeAlarms(db: Database, notes: AlarmNotes): Promise<void> {
  for (const { kind, message, times } of notes.take()) {
    await sql`
      insert into alarm as known (kind, message, first_at, last_at, times)
      values (${kind}, ${message}, clock_timestamp(), clock_timestamp(), ${times})
      on conflict (kind, message) do update set
        first_at = case when known.last_at < excluded.last_at - interval '1 day' then excluded.first_at
          else known.first_at end,
        times = case when known.last_at < excluded.last_at - interval '1 day' then excluded.times
          else known.times + excluded.times end,
        last_at = excluded.last_at`.execute(db)
  }
}

/** Those of the last day, the newest first. */
export async function readAlarms(db: Database, now: number): Promise<Alarm[]> {
  const rows = await db
    .selectFrom('alarm')
    .selectAll()
    .where('last_at', '>', new Date(now - DAY_MS))
    .orderBy('last_at', 'desc')
    .limit(LISTED)
    .execute()
  return rows.map(({ kind, message, first_at, last_at, times }) => ({
    kind,
    message,
    firstAt: first_at.toISOString(),
    lastAt: last_at.toISOString(),
    times,
  }))
}
