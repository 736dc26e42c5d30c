import { sql, type RawBuilder } from 'kysely'
import { sealedRoundText } from '#rules/crash/seal-crash.ts'
import type { Database } from '#server/db/tables.ts'
import type { CrashRow } from './crash-rounds.ts'

const beginOf = (day: string): RawBuilder<Date> => sql<Date>`${day}::date::timestamp at time zone 'UTC'`

/** Rounds that ended within a day of UTC. @param day `2026-11-25` */
const endedOn = (db: Database, day: string) =>
  db
    .selectFrom('crash_round')
    .selectAll()
    .where('ended_at', '>=', beginOf(day))
    .where('ended_at', '<', sql<Date>`${beginOf(day)} + interval '1 day'`)

export async function readRoundsOfDay(db: Database, day: string): Promise<string[]> {
  const rows = await endedOn(db, day).orderBy('id').execute()
  return rows.map(({ id, game, status, game_hash: gameHash, salt, point }) => {
    if (gameHash === null || (status !== 'settled' && status !== 'void'))
      throw new Error(`Round ${id} is not over`)
    return sealedRoundText({
      id: String(id),
      game,
      status,
      gameHash,
      salt,
      point: point === null ? null : Number(point) / 100,
    })
  })
}

/** The newest first. @param after only older ones than this */
export function readEndedOn(
  db: Database,
  day: string,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<CrashRow[]> {
  // Looks for the day by when its rounds ended; by their numbers all newer ones would be read.
  return db
    .with(
      (name) => name('of_day').materialized(),
      () => endedOn(db, day),
    )
    .selectFrom('of_day')
    .selectAll()
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
