import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/**
 * Nicknames of players who chose to be shown in public lists. Players who did not, who have no nickname or whose
 * account is closed are absent. Read it for each answer or event, so that a name disappears as soon as its player
 * hides it.
 */
export async function shownNames(db: Database, uids: Iterable<number>): Promise<ReadonlyMap<number, string>> {
  const asked = [...new Set(uids)]
  if (asked.length === 0) return new Map()
  const rows = await db
    .selectFrom('account')
    .select(['id', 'nickname'])
    .where(sql<boolean>`id = any(${asked}::integer[])`)
    .where('shows_name', '=', true)
    .where('nickname', '<>', '')
    .where('closed_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, nickname }) => [id, nickname]))
}
