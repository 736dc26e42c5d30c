import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { LedgerRows } from '#server/ledger/ledger-rows.ts'
import type { BooksTerms } from './books-terms.ts'
import { MOST_FAULTS, type Fault, type FaultKind } from './faults.ts'
import type { House, Thorough } from './thorough.ts'

/** What must be true of every row of a comparison, which it calls `it`. What is null is not true. */
export interface Check {
  readonly kind: FaultKind
  readonly holds: RawBuilder<unknown>
  /** What is wrong where, where it does not hold. */
  readonly where: RawBuilder<unknown>
}

/** What is compared with what, over all of the books. */
export interface Comparison {
  /** As the verdict says it after the count. */
  readonly what: string
  /** Whether it reads what grows with play, and only as much of it as it is given; everything else is small. */
  readonly growsWithPlay?: true
  /** What is compared, a row each. */
  readonly rows: RawBuilder<unknown>
  /** How many were compared, where `rows` are only those of them that may be wrong. */
  readonly count?: RawBuilder<unknown>
  readonly checks: readonly Check[]
}

/** Something of which the verdict says that it was not compared, where there is any. */
export interface Omission {
  /** After the count. */
  readonly what: string
  readonly count: RawBuilder<unknown>
}

/** All comparisons of one part of the books, and what in it cannot be compared. */
export interface Subject {
  /** Of all rows in the tables that grow with play, or of some: everything else is always compared in whole. */
  readonly comparisons: (terms: BooksTerms, ledger: LedgerRows) => readonly Comparison[]
  /** What only `npm run reconcile` does: it takes the processor more than the database. */
  readonly thorough?: readonly Thorough[]
  /** @param house null where nothing was done thoroughly */
  readonly omissions?: (terms: BooksTerms, house: House | null) => readonly Omission[]
}

export interface Compared {
  readonly what: string
  readonly count: number
}

/**
 * One query a comparison, so that each row of the books is read once for all that must be true of it.
 * @param isCounted whether it is told how many were compared, which may be another walk through the books
 */
export async function compare(
  trx: Database,
  { what, rows, count = sql`select count(*) from it`, checks }: Comparison,
  isCounted = true,
): Promise<Compared & { readonly faults: readonly Fault[] }> {
  const found = checks.map(
    ({ kind, holds, where }) => sql`(
      select ${sql.lit(kind)} as kind, ${where} as "where" from it where (${holds}) is not true limit ${sql.lit(MOST_FAULTS)}
    )`,
  )
  const { rows: answers } = await sql<{ n: string; faults: Fault[] | null }>`
    with it as materialized (${rows})
    select (${isCounted ? count : sql`0`}) as n,
      (select json_agg(fault) from (${sql.join(found, sql` union all `)}) fault) as faults`.execute(trx)
  const [answer] = answers
  return { what, count: Number(answer?.n ?? 0), faults: answer?.faults ?? [] }
}

export async function countOmitted(trx: Database, { what, count }: Omission): Promise<Compared> {
  const { rows } = await sql<{ n: string }>`select (${count}) as n`.execute(trx)
  return { what, count: Number(rows[0]?.n ?? 0) }
}
