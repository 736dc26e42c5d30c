import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { ALL_BUCKETS } from '#server/ledger/bucket.ts'

/** Null where there is no row. */
export interface NewestMoments {
  readonly bet: Date | null
  readonly deposit: Date | null
  readonly withdrawal: Date | null
  readonly ledger: Date | null
}

/** Reads whole tables: not for a database in use. */
export async function readNewestMoments(db: Database): Promise<NewestMoments> {
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    const { rows } = await sql<NewestMoments>`
      select (select max(at) from bet) as bet, (select max(seen_at) from deposit) as deposit,
        (select max(requested_at) from withdrawal) as withdrawal,
        (select max(at) from ledger_transaction) as ledger`.execute(trx)
    return rows[0] ?? { bet: null, deposit: null, withdrawal: null, ledger: null }
  })
}

/** By the index of each bucket, so that it costs a database in use nothing. */
export async function readNewestMovement(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(newest.at) as at from unnest(${sql.val([...ALL_BUCKETS])}::integer[]) as each (bucket)
    cross join lateral (
      select at from ledger_transaction where ledger_transaction.bucket = each.bucket order by id desc limit 1
    ) newest`.execute(db)
  return rows[0]?.at ?? null
}
