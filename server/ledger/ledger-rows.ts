import { sql, type RawBuilder } from 'kysely'
import { BUCKETS } from './bucket.ts'

/** The last transaction, by bucket, of what is known already. What is in no bucket of these is not known. */
export type Marks = ReadonlyMap<number, bigint>

/** Which rows of the tables that grow with play are read; each stands where a table does in a query. */
export interface LedgerRows {
  readonly transactions: RawBuilder<unknown>
  readonly postings: RawBuilder<unknown>
  /** Accounts whose balances are compared. */
  readonly accounts: RawBuilder<unknown>
  /** Sums of the postings that are not read, by account: `bucket`, `ledger_account_id`, `postings`, `total`. */
  readonly before: RawBuilder<unknown>
  /** Whether nothing is left out of this bucket; a condition. */
  readonly isWhole: (bucket: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Rows of a table of play in the buckets of which nothing is left out; stands where a table does. */
  readonly whole: (table: PlayTable) => RawBuilder<unknown>
  /** Rounds of Crash, which lie in no bucket: the newest, or a part of them beside each bucket. */
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

/** Rounds of Crash that each check looks at: some hours of them. */
const NEWEST_CRASH_ROUNDS = 200
/** So many that follow each other lie beside one bucket. */
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

/** What came after the marks, found by the index of each bucket. */
export function rowsAfter(marks: Marks): LedgerRows {
  const known = sql`array[${sql.join([...marks.keys()].map((bucket) => sql.lit(bucket)))}]::smallint[]`
  // Named one by one, so that the index finds them: mostly there are none.
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
    // There are no others, unless somebody has made them.
    const conditions = [...parts, sql`bucket < 0`, sql`bucket >= ${sql.lit(BUCKETS)}`]
    const selects = conditions.map((condition) => sql`select * from ${sql.table(table)} where ${condition}`)
    // Read once each time: joined part by part, every row would be looked for in each bucket.
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

/** One bucket from its beginning. */
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
