import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/**
 * Nicknames of those of these players who have chosen that public lists show them, by the player's number. All others
 * are left out: who has not chosen it, who has no nickname, and whose account is closed. Read it for each answer or
 * event anew, so that a name is gone as soon as its player hides it.
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
