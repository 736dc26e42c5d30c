import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/**
 * SQL: from the accounts of `person` to all that share a way with them. The offsets keep PostgreSQL from joining the
 * whole table of ways: it cannot know how few rows are looked for.
 */
const sharers = sql`
  cross join lateral (select way_hash from player_way where account_id = person.id offset 0) own
  cross join lateral (select account_id from player_way where way_hash = own.way_hash offset 0) other`

/** SQL condition on a row of `account`: it has a break of its own. */
export const hasBreak = (now: number): RawBuilder<unknown> =>
  sql`exists (select from play_break rest where rest.account_id = account.id and rest.until > ${new Date(now)})`

/** SQL condition on a row of `account`: its player is in a break, which counts for all accounts of a player. */
export const isResting = (now: number): RawBuilder<unknown> => sql`exists (
  with recursive person (id) as (
    select account.id
    union
    select other.account_id from person ${sharers}
  ) select from person join play_break rest on rest.account_id = person.id and rest.until > ${new Date(now)})`

/** Accounts without a break of their own whose player is in one. */
export async function readBreakSharers(db: Database, now: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive person (id) as (
      select account_id from play_break where until > ${new Date(now)}
      union
      select other.account_id from person ${sharers}
    ) select id from person except select account_id from play_break where until > ${new Date(now)}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
