import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/db/tables.ts'

export const nameOfTransfer = (chain: string, txId: string, logIndex: number) =>
  `${chain}/${txId}/${logIndex}`

/** Transfers that an operator has closed. They are never credited. */
export async function findClosed(db: Database, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set()
  const rows = await db
    .selectFrom('deposit_decision')
    .select('subject')
    .where('decision', '=', 'close')
    .where('subject', 'in', names)
    .execute()
  return new Set(rows.map(({ subject }) => subject))
}

export const isNotClosed = (name: RawBuilder<string>) =>
  sql<boolean>`not exists (select from deposit_decision decided where decided.decision = 'close'
    and decided.subject = ${name})`

/** `nameOfTransfer` in SQL. */
export const nameIn = (table: 'deposit' | 'unclaimed_transfer') =>
  sql<string>`concat(${sql.ref(`${table}.chain`)}, '/', ${sql.ref(`${table}.tx_id`)}, '/', ${sql.ref(`${table}.log_index`)})`
