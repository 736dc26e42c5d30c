import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/** Opens accounts fast, for tests of balances. */
export async function openLedgerPlayers(db: Database, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into account (locale, referral_code, adult_confirmed_at, created_at)
    select 'en-US', lpad(((select count(*) from account) + n)::text, 8, '0'), now(), now()
    from generate_series(1, ${sql.lit(count)}) n
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}
