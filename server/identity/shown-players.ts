import { sql } from 'kysely'
import type { PublicPlayer } from '#contract/public-player.ts'
import type { Database } from '#server/db/tables.ts'

export interface ShownPlayer {
  /** Null unless the player shows their nickname. */
  readonly name: string | null
  /** Null for a hidden player. */
  readonly number: number | null
}

export const HIDDEN_PLAYER = { name: null, number: null } as const satisfies PublicPlayer

/**
 * How public lists show players. Hidden players and those whose account is closed are absent. Read it for each answer
 * or event, so that a player disappears as soon as they hide.
 */
export async function shownPlayers(
  db: Database,
  uids: Iterable<number>,
): Promise<ReadonlyMap<number, ShownPlayer>> {
  const asked = [...new Set(uids)]
  if (asked.length === 0) return new Map()
  const rows = await db
    .selectFrom('account')
    .select(['id', 'nickname', 'shown_as', 'public_number'])
    .where(sql<boolean>`id = any(${asked}::integer[])`)
    .where('shown_as', '<>', 'hidden')
    .where('closed_at', 'is', null)
    .execute()
  return new Map(
    rows.map(({ id, nickname, shown_as: shownAs, public_number: number }) => [
      id,
      { name: shownAs === 'nickname' && nickname !== '' ? nickname : null, number: Number(number) },
    ]),
  )
}
