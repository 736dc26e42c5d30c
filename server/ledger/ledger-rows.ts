import type { Database } from '#server/db/tables.ts'
import { sql, type RawBuilder } from 'kysely'
import { BUCKETS } from './bucket.ts'

/** The last processed transaction of each bucket. Missing buckets were not processed. */
export type Marks = ReadonlyMap<number, bigint>

/** SQL sources of the rows to check. Each replaces a table in a query, unless noted. */
export interface LedgerRows {
  readonly transactions: RawBuilder<unknown>
  readonly postings: RawBuilder<unknown>
  readonly accounts: RawBuilder<unknown>
  /** Sums of postings before `postings`, by account: `bucket`, `ledger_account_id`, `postings`, `total`. */
  readonly before: RawBuilder<unknown>
  /** SQL condition: all rows of this bucket are read. */
  readonly isWhole: (bucket: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Rows of a play table, for buckets that are read in full. */
  readonly whole: (table: PlayTable) => RawBuilder<unknown>
  /** Crash rounds have no bucket: the newest ones, or a share for each bucket. */
  readonly crashRounds: RawBuilder<unknown>
}

type PlayTable =
  | 'bet'
  | 'round'
  | 'receipt'
  | 'seed_pair'
  | 'play_account'
  | 'auto_play'
  | 'play_hour'
  | 'play_day'
  | 'game_hour'
  | 'top_win'
  | 'seal_range'
  | 'provider_transaction'
  | 'provider_round'

/** Covers some hours. */
const NEWEST_CRASH_ROUNDS = 200
/** Number of consecutive rounds assigned to one bucket. */
const CRASH_ROUNDS_AT_ONCE = 1_024

const NOTHING = sql`(select bucket, ledger_account_id, postings, total from ledger_check_account where false)`

export const ALL_ROWS: LedgerRows = {
  transactions: sql`ledger_transaction`,
  postings: sql`ledger_posting`,
  accounts: sql`ledger_account`,
  before: NOTHING,
  isWhole: () => sql`true`,
  whole: (table) => sql.table(table),
  crashRounds: sql`crash_round`,
}

/** Rows after the marks, read through the index of each bucket. */
export function rowsAfter(marks: Marks): LedgerRows {
  const known = sql`array[${sql.join([...marks.keys()].map((bucket) => sql.lit(bucket)))}]::smallint[]`
  // Lists buckets explicitly, so that the index is used. Usually the list is empty.
  const unknown = sql`array[${sql.join(
    Array.from({ length: BUCKETS }, (_, bucket) => bucket)
      .filter((bucket) => !marks.has(bucket))
      .map((bucket) => sql.lit(bucket)),
  )}]::smallint[]`
  const after = (table: string, id: string) => {
    const parts = Array.from({ length: BUCKETS }, (_, bucket) => {
      const mark = marks.get(bucket)
      return mark === undefined
        ? sql`bucket = ${sql.lit(bucket)}`
        : sql`bucket = ${sql.lit(bucket)} and ${sql.ref(id)} > ${sql.lit(`${mark}`)}::bigint`
    })
    // Rows with invalid buckets are read, too: somebody may have forged them.
    const conditions = [...parts, sql`bucket < 0`, sql`bucket >= ${sql.lit(BUCKETS)}`]
    const selects = conditions.map((condition) => sql`select * from ${sql.table(table)} where ${condition}`)
    // `offset 0` materialises the union: a join with its parts would search each row in each bucket.
    return sql`(${sql.join(selects, sql` union all `)} offset 0)`
  }
  return {
    transactions: after('ledger_transaction', 'id'),
    postings: after('ledger_posting', 'transaction_id'),
    accounts: sql`ledger_account`,
    before: sql`(select bucket, ledger_account_id, postings, total from ledger_check_account
      where bucket = any(${known}))`,
    isWhole: (bucket) => sql`${bucket} <> all(${known})`,
    whole: (table) => sql`(select * from ${sql.table(table)}
      where bucket = any(${unknown}) or bucket < 0 or bucket >= ${sql.lit(BUCKETS)})`,
    crashRounds:
      marks.size === 0
        ? sql`crash_round`
        : sql`(select * from crash_round order by id desc limit ${sql.lit(NEWEST_CRASH_ROUNDS)})`,
  }
}

export function rowsOfBucket(bucket: number): LedgerRows {
  const of = (table: string) => sql`(select * from ${sql.table(table)} where bucket = ${sql.lit(bucket)})`
  return {
    transactions: of('ledger_transaction'),
    postings: of('ledger_posting'),
    accounts: of('ledger_account'),
    before: NOTHING,
    isWhole: (each) => sql`${each} = ${sql.lit(bucket)}`,
    whole: of,
    crashRounds: sql`(
      select of_part.* from generate_series(${sql.lit(bucket * CRASH_ROUNDS_AT_ONCE)},
        (select max(id) from crash_round), ${sql.lit(BUCKETS * CRASH_ROUNDS_AT_ONCE)}) part (first)
      join crash_round of_part on of_part.id >= first and of_part.id < first + ${sql.lit(CRASH_ROUNDS_AT_ONCE)}
    )`,
  }
}

/** Position up to which the ledger check has summed up each bucket; empty before the first check. */
export async function readMarks(db: Database): Promise<Marks> {
  const { rows } = await sql<{ bucket: number; checked_to: string }>`
    select bucket, checked_to from ledger_check_bucket`.execute(db)
  return new Map(rows.map(({ bucket, checked_to: checkedTo }) => [bucket, BigInt(checkedTo)]))
}

// Rows of one transaction are always in the same bucket.

export const isPostingOf = sql<boolean>`(ledger_posting.bucket, ledger_posting.transaction_id)
  = (ledger_transaction.bucket, ledger_transaction.id)`

export const isAccountOf = sql<boolean>`(ledger_account.bucket, ledger_account.id)
  = (ledger_posting.bucket, ledger_posting.ledger_account_id)`
