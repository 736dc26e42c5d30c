import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Marks } from './ledger-rows.ts'

/** Up to where the ledger's check has added up each bucket; none before the first check. */
export async function readMarks(db: Database): Promise<Marks> {
  const { rows } = await sql<{ bucket: number; checked_to: string }>`
    select bucket, checked_to from ledger_check_bucket`.execute(db)
  return new Map(rows.map(({ bucket, checked_to: checkedTo }) => [bucket, BigInt(checkedTo)]))
}
