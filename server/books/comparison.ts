import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { LedgerRows } from '#server/ledger/ledger-rows.ts'
import type { BooksTerms } from './books-terms.ts'
import { MOST_FAULTS, type Fault, type FaultKind } from './faults.ts'
import type { House, Thorough } from './thorough.ts'

/** Must be true of every row of a comparison, which it calls `it`. Null is not true. */
export interface Check {
  readonly kind: FaultKind
  readonly holds: RawBuilder<unknown>
  /** Says what is wrong where it does not hold. */
  readonly where: RawBuilder<unknown>
}

export interface Comparison {
  /** The verdict says it after the count. */
  readonly what: string
  /** True if it reads tables that grow with play, as much of them as it is given; all others are small. */
  readonly growsWithPlay?: true
  readonly rows: RawBuilder<unknown>
  /** Number of compared rows, if `rows` are only those that may be wrong. */
  readonly count?: RawBuilder<unknown>
  readonly checks: readonly Check[]
}

/** The verdict says that this was not compared, if there is any of it. */
export interface Omission {
  /** The verdict says it after the count. */
  readonly what: string
  readonly count: RawBuilder<unknown>
}

/** All comparisons of one part of the books, and what in it cannot be compared. */
export interface Subject {
  /** @param ledger limits only the tables that grow with play */
  readonly comparisons: (terms: BooksTerms, ledger: LedgerRows) => readonly Comparison[]
  /** Only for `npm run reconcile`: it takes the processor more than the database. */
  readonly thorough?: readonly Thorough[]
  /** @param house null if nothing was checked thoroughly */
  readonly omissions?: (terms: BooksTerms, house: House | null) => readonly Omission[]
}

export interface Compared {
  readonly what: string
  readonly count: number
}

/**
 * One query a comparison, so that each row of the books is read once for all its checks.
 * @param isCounted true to count the rows, which may read the books once more
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
