import { sql } from 'kysely'
import type { Database } from './tables.ts'

/** In milliseconds since the epoch. */
export async function readDatabaseTime(db: Database): Promise<number> {
  const { rows } = await sql<{ at: string }>`
    select (extract(epoch from clock_timestamp()) * 1000)::text as at`.execute(db)
  return Number(rows[0]?.at)
}
