import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import type { LedgerRows } from '#server/ledger/ledger-rows.ts'
import type { BooksTerms } from './books-terms.ts'
import { MOST_FAULTS, type Fault, type FaultKind } from './faults.ts'

/** Secrets of the house; without them, rows that were made with its key are not checked. */
export interface House {
  readonly secrets: Pick<Secrets, 'hash' | 'decrypt'> | null
}

/** Checks outside of the database, because they need the rules of the games, keys or seeds. */
export interface Thorough {
  /** The verdict says it after the count. */
  readonly what: string
  readonly read: (trx: Database, house: House) => Promise<Found>
}

/** The same without the key of the house, and quick enough for each check while the server runs. */
export interface Unkeyed {
  readonly what: string
  readonly read: (trx: Database) => Promise<Found>
}

export interface Found {
  readonly count: number
  readonly faults: readonly Fault[]
}

/** Keeps the first faults of each kind. */
export class Faults {
  readonly all: Fault[] = []

  add(kind: FaultKind, where: string): void {
    if (this.all.filter((fault) => fault.kind === kind).length < MOST_FAULTS) this.all.push({ kind, where })
  }
}

/** Must be true of every row of a comparison, which it calls `it`. Null is not true. */
export interface Check {
  readonly kind: FaultKind
  readonly holds: RawBuilder<unknown>
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

export interface Omission {
  /** The verdict says it after the count. */
  readonly what: string
  readonly count: RawBuilder<unknown>
}

/** All comparisons of one part of the books, and what in it cannot be compared. */
export interface Subject {
  /** @param ledger limits only the tables that grow with play */
  readonly comparisons: (terms: BooksTerms, ledger: LedgerRows) => readonly Comparison[]
  readonly unkeyed?: (ledger: LedgerRows) => readonly Unkeyed[]
  /** Only for `npm run reconcile`: it takes the processor more than the database. */
  readonly thorough?: readonly Thorough[]
  /** @param house null if nothing was checked thoroughly */
  readonly omissions?: (terms: BooksTerms, house: House | null) => readonly Omission[]
}

export interface Compared {
  readonly what: string
  readonly count: number
}

/** @param isCounted true to count the rows, which may read the books once more */
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
