import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { BUCKETS } from '#server/ledger/bucket.ts'
import {
  ALL_ROWS,
  type LedgerRows,
  type Marks,
  readMarks,
  rowsAfter,
  rowsOfBucket,
} from '#server/ledger/ledger-rows.ts'
import { gameSumsOf } from '#server/ledger/game-sums.ts'
import type { BooksTerms } from './books-terms.ts'
import { compare } from './comparison.ts'
import type { Fault } from './faults.ts'
import { keysOf } from './ledger.ts'
import { readInOneView, reconcileView, SUBJECTS } from './reconcile.ts'

/** Rows of these tables are written once: Koi never changes or removes them. */
const WRITTEN_ONCE = [
  ...['ledger_transaction', 'ledger_posting', 'ledger_history', 'ledger_transfer'],
  ...['bet', 'receipt', 'seal_leaves', 'seal_range', 'seal_balance'],
]
/** The slice after all buckets: it checks that no key is used in two of them. */
const KEYS_SLICE = BUCKETS
const SLICES = BUCKETS + 1
/** How long to wait for transactions that were under way when the marks were taken. */
const SETTLE_MS = 30_000
const ASK_AGAIN_MS = 50

export interface LedgerCheck {
  readonly faults: readonly Fault[]
  /** Why all of the ledger was read; null if the check went on from an earlier one. */
  readonly wholeBecause: string | null
  /** All of them if the whole ledger was read. */
  readonly slices: number
}

interface CheckOptions {
  /** Time for reading slices again; after a check that takes longer, later checks read fewer. */
  readonly sliceBudgetMs: number
}

interface Checkpoint {
  readonly terms: string
  readonly changes: string
  readonly nextSlice: number
  readonly creditMs: number
}

/**
 * Reconciles the books as `reconcile` does, but goes on from the last check if that found no fault: it reads what came
 * after it in the tables that grow with play, adds that to the sums it has kept, and reads some of the earlier ledger
 * again, each time another part. It reads everything if it finds a fault, if rows that never change were changed, if
 * the database was started anew, and if the terms are others: so it finds all that a full check finds.
 */
export async function checkLedger(
  db: Database,
  terms: BooksTerms,
  { sliceBudgetMs }: CheckOptions,
): Promise<LedgerCheck> {
  const [changes, digest, settled] = [await readChanges(db), await digestOf(db, terms), await readSettled(db)]
  const last = await readCheckpoint(db)
  const found = { terms: digest, changes }
  const reason =
    last === undefined
      ? 'there is no earlier check without a fault'
      : last.changes !== changes
        ? 'rows that are written once were changed or removed, or the database was started anew'
        : last.terms !== digest
          ? 'what the books are compared with has changed'
          : null
  if (last !== undefined && reason === null) {
    const slices = await goOn(db, terms, { ...last, creditMs: last.creditMs + sliceBudgetMs }, settled)
    if (slices !== null) return { faults: [], wholeBecause: null, slices }
  }
  const faults = await checkWhole(db, terms, found, settled)
  return { faults, wholeBecause: reason ?? 'something was wrong', slices: SLICES }
}

/** @returns how many slices were read again; null if anything is wrong */
async function goOn(
  db: Database,
  terms: BooksTerms,
  last: Checkpoint,
  settled: Marks,
): Promise<number | null> {
  return readInOneView(db, async (trx) => {
    const marks = await readMarks(trx)
    const { faults } = await reconcileView(trx, terms, SUBJECTS, rowsAfter(marks))
    if (faults.length > 0) return null
    let { creditMs } = last
    let slices = 0
    while (creditMs > 0 && slices < SLICES) {
      const startedAt = performance.now()
      const slice = (last.nextSlice + slices) % SLICES
      if (!(await isSliceSound(trx, terms, slice))) return null
      slices += 1
      creditMs -= performance.now() - startedAt
    }
    await addUp(trx, marks, settled)
    await keep(trx, {
      ...last,
      nextSlice: (last.nextSlice + slices) % SLICES,
      creditMs: Math.min(creditMs, 0),
    })
    return slices
  })
}

async function isSliceSound(trx: Database, terms: BooksTerms, slice: number): Promise<boolean> {
  const rows = rowsOfBucket(slice)
  const comparisons =
    slice === KEYS_SLICE
      ? [keysOf(ALL_ROWS)]
      : SUBJECTS.flatMap((subject) => subject.comparisons(terms, rows)).filter((each) => each.growsWithPlay)
  for (const comparison of comparisons) {
    if ((await compare(trx, comparison, false)).faults.length > 0) return false
  }
  return true
}

async function checkWhole(
  db: Database,
  terms: BooksTerms,
  found: Pick<Checkpoint, 'terms' | 'changes'>,
  settled: Marks,
): Promise<readonly Fault[]> {
  return readInOneView(db, async (trx) => {
    const { faults } = await reconcileView(trx, terms)
    await sql`delete from ledger_check`.execute(trx)
    // Sums that somebody has changed are made again; the next check reads everything once more.
    if (!faults.every(({ kind }) => kind === 'checkpoint_differs')) return faults
    for (const table of ['ledger_check_account', 'ledger_check_game', 'ledger_check_bucket']) {
      await sql`delete from ${sql.table(table)}`.execute(trx)
    }
    await addUp(trx, new Map(), settled)
    if (faults.length === 0) await keep(trx, { ...found, nextSlice: 0, creditMs: 0 }, true)
    return faults
  })
}

async function addUp(trx: Database, marks: Marks, settled: Marks): Promise<void> {
  const rows: LedgerRows = rowsAfter(marks)
  const until = sql`(select bucket, checked_to from jsonb_to_recordset(${JSON.stringify(
    [...settled].map(([bucket, id]) => ({ bucket, checked_to: `${id}` })),
  )}::jsonb) as mark (bucket smallint, checked_to bigint))`
  await sql`insert into ledger_check_account
    select posting.bucket, posting.ledger_account_id, account.kind, account.coin, account.account_id, posting.n, posting.sum
    from (
      select posting.bucket, posting.ledger_account_id, count(*) as n, sum(posting.amount) as sum
      from ${rows.postings} posting
      join ${until} mark on mark.bucket = posting.bucket and posting.transaction_id <= mark.checked_to
      group by posting.bucket, posting.ledger_account_id
    ) posting
    join ledger_account account on (account.bucket, account.id) = (posting.bucket, posting.ledger_account_id)
    on conflict (bucket, ledger_account_id) do update set
      postings = ledger_check_account.postings + excluded.postings,
      total = ledger_check_account.total + excluded.total`.execute(trx)
  await sql`insert into ledger_check_game
      (bucket, game, coin, bets, staked, paid, staked_squares, paid_squares, products)
    select bucket, game, coin, bets, staked, paid, staked_squares, paid_squares, products from ${gameSumsOf(
      rows,
      sql`moved.id <= (select checked_to from ${until} mark where mark.bucket = moved.bucket)`,
    )} played
    on conflict (bucket, game, coin) do update set
      bets = ledger_check_game.bets + excluded.bets,
      staked = ledger_check_game.staked + excluded.staked,
      paid = ledger_check_game.paid + excluded.paid,
      staked_squares = ledger_check_game.staked_squares + excluded.staked_squares,
      paid_squares = ledger_check_game.paid_squares + excluded.paid_squares,
      products = ledger_check_game.products + excluded.products`.execute(trx)
  await sql`insert into ledger_check_bucket select bucket, checked_to from ${until} mark
    on conflict (bucket) do update set
      checked_to = greatest(ledger_check_bucket.checked_to, excluded.checked_to)`.execute(trx)
}

/**
 * The newest transaction of each bucket, once no earlier one can come any more: ids are drawn before their transactions
 * end, so those under way have to end first. Empty if one of them takes too long.
 */
async function readSettled(db: Database): Promise<Marks> {
  const { rows } = await sql<{ bucket: number; id: string; under_way: string }>`
    select each.bucket, newest.id, pg_snapshot_xmax(pg_current_snapshot())::text as under_way
    from generate_series(0, ${sql.lit(BUCKETS)} - 1) each (bucket)
    cross join lateral (
      select id from ledger_transaction where bucket = each.bucket
      order by id desc limit 1
    ) newest`.execute(db)
  const [first] = rows
  if (first === undefined) return new Map()
  const giveUpAt = performance.now() + SETTLE_MS
  for (;;) {
    const { rows: ended } = await sql<{ is_ended: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${first.under_way}::xid8 as is_ended`.execute(db)
    if (ended[0]?.is_ended === true) return new Map(rows.map(({ bucket, id }) => [bucket, BigInt(id)]))
    if (performance.now() > giveUpAt) return new Map()
    await sleep(ASK_AGAIN_MS)
  }
}

/** Counts of updates and deletes, with the start of the database, which may lose the counts. */
async function readChanges(db: Database): Promise<string> {
  const { rows } = await sql<{ changes: string }>`
    select concat(pg_postmaster_start_time(), ' ', string_agg(concat_ws(' ', name, name::regclass::oid,
      pg_relation_filenode(name::regclass), pg_stat_get_tuples_updated(name::regclass),
      pg_stat_get_tuples_deleted(name::regclass)), ', ' order by name)) as changes
    from unnest(array[${sql.join(WRITTEN_ONCE)}]::text[]) name`.execute(db)
  return rows[0]?.changes ?? ''
}

/**
 * Digest of the terms and of all other rows that are compared with and not written by play: other terms give old rows
 * other faults.
 */
async function digestOf(db: Database, terms: BooksTerms): Promise<string> {
  const { rows } = await sql<{ known: string }>`
    select concat((select string_agg(slug, ' ' order by slug) from game), '; ',
      (select string_agg(concat_ws(' ', id, decimals), ', ' order by id) from coin)) as known`.execute(db)
  return createHash('sha256')
    .update(JSON.stringify([terms, rows[0]?.known]))
    .digest('hex')
}

async function readCheckpoint(db: Database): Promise<Checkpoint | undefined> {
  const { rows } = await sql<Checkpoint>`
    select terms, changes, next_slice as "nextSlice", credit_ms as "creditMs"
    from ledger_check`.execute(db)
  return rows[0]
}

async function keep(
  trx: Database,
  { terms, changes, nextSlice, creditMs }: Checkpoint,
  isWhole = false,
): Promise<void> {
  await sql`insert into ledger_check (terms, changes, next_slice, credit_ms, whole_at)
    values (${terms}, ${changes}, ${nextSlice}, ${creditMs}, now())
    on conflict (singleton) do update set terms = excluded.terms, changes = excluded.changes,
      next_slice = excluded.next_slice, credit_ms = excluded.credit_ms,
      whole_at = case when ${isWhole} then excluded.whole_at else ledger_check.whole_at end`.execute(trx)
}
