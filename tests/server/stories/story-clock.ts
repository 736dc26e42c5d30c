import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

const DAY_MS = 24 * 60 * 60_000

/** The address of a database in which `story.clock_timestamp()` shadows PostgreSQL's own. */
export function byStoryClock(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('options', '-c search_path=story,pg_catalog,public')
  return url.href
}

/** One clock for all processes and the database. It runs by itself, and a story moves it ahead. */
export interface StoryClock {
  now(): number
  pass(ms: number): Promise<void>
}

/**
 * Creates the function for `byStoryClock`. Rounds of Crash, leases and jobs use the database's clock, which must move
 * with the server's. A story begins at noon of the next day.
 */
export async function openStoryClock(db: Database): Promise<StoryClock> {
  const noon = (Math.floor(Date.now() / DAY_MS) + 1.5) * DAY_MS
  let aheadMs = noon - Date.now()
  await sql`create schema story`.execute(db)
  await sql`create table story.clock (ahead_ms double precision not null)`.execute(db)
  await sql`insert into story.clock values (${aheadMs})`.execute(db)
  await sql`create function story.clock_timestamp() returns timestamptz language sql volatile as $$
    select pg_catalog.clock_timestamp() + ahead_ms * interval '1 millisecond' from story.clock
  $$`.execute(db)
  return {
    now: () => Date.now() + aheadMs,
    async pass(ms) {
      // Servers use whole milliseconds.
      aheadMs += Math.ceil(ms)
      await sql`update story.clock set ahead_ms = ${aheadMs}`.execute(db)
    },
  }
}
