import { sql } from 'kysely'
import { canonicalJson } from '#fair/canonical-json.ts'
import type { Database } from '#server/db/tables.ts'

/**
 * Rounds that were over within a day of UTC, in the order of their numbers: what the seal of the day says of each.
 * @param day `2026-11-25`
 */
export async function readRoundsOfDay(db: Database, day: string): Promise<string[]> {
  const begin = sql<Date>`${day}::date::timestamp at time zone 'UTC'`
  const rows = await db
    .selectFrom('crash_round')
    .select(['id', 'game', 'status', 'game_hash', 'salt', 'point'])
    .where('ended_at', '>=', begin)
    .where('ended_at', '<', sql<Date>`${begin} + interval '1 day'`)
    .orderBy('id')
    .execute()
  return rows.map(({ id, game, status, game_hash: gameHash, salt, point }) =>
    canonicalJson({
      v: 1,
      type: 'crash',
      id: String(id),
      game,
      status,
      gameHash,
      salt,
      point: point && point / 100,
    }),
  )
}
