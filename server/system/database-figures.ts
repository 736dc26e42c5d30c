import { sql } from 'kysely'
import {
  CHAIN_HEAD_AGE,
  CHAIN_ROUND_AGE,
  CHAIN_UNREAD_BLOCKS,
  FIGURES_READ,
  JOB_AGE,
  PRICE_AGE,
  QUEUE_AGE,
  SEAL_AGE,
  SIGNER_AGE,
  WITHDRAWAL_AGE,
  WITHDRAWALS,
} from '#server/base/metrics.ts'
import type { Database } from '#server/db/tables.ts'
import { ALL_BUCKETS } from '#server/ledger/bucket.ts'

/** Scrapes within this time share one reading. */
const KEEP_MS = 10_000
const ANSWER_MS = 2_000

interface FiguresOptions {
  readonly db: Database
  /** Configured ones, by their identifiers in the ledger: others have rows that nobody changes any more. */
  readonly chains: readonly string[]
  /** False where prices are fixed, and so have an age that means nothing. */
  readonly arePricesRead: boolean
}

/** All ages are in seconds, by the clock of the database. */
interface Figures {
  readonly chains: readonly {
    readonly chain: string
    readonly head: number | null
    readonly round: number | null
    readonly unread: number | null
  }[]
  readonly withdrawals: readonly { readonly state: string; readonly count: number; readonly age: number }[]
  readonly signers: readonly { readonly chain: string; readonly age: number }[]
  readonly jobs: readonly { readonly job: string; readonly age: number }[]
  readonly prices: readonly { readonly coin: string; readonly age: number }[]
  readonly mail: string | null
  readonly push: string | null
  readonly seal: string | null
}

/**
 * Sets the figures that only the database knows. A database that is slow or away costs a scrape two seconds at most and
 * never more than one connection; its figures are absent then, because old ones would look like new ones.
 */
export function createDatabaseFigures(options: FiguresOptions): () => Promise<void> {
  let reading: Promise<Figures | null> | null = null
  let known: { readonly at: number; readonly figures: Figures | null } | null = null

  const read = (): Promise<Figures | null> => {
    reading ??= readFigures(options)
      .catch(() => null)
      .then((figures) => {
        known = { at: performance.now(), figures }
        return figures
      })
      .finally(() => (reading = null))
    return reading
  }

  return async () => {
    const isFresh = known !== null && performance.now() - known.at < KEEP_MS
    showFigures(isFresh && known ? known.figures : await withinTime(read()))
  }
}

async function withinTime<T>(answer: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ANSWER_MS)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** One statement, whose parts each read an index, or a table of few rows. */
async function readFigures({ db, chains, arePricesRead }: FiguresOptions): Promise<Figures> {
  const { rows } = await sql<Figures>`
    with moment as materialized (select clock_timestamp() as now)
    select
      (select coalesce(json_agg(json_build_object(
          'chain', watch.chain,
          'head', extract(epoch from now - head_at),
          'round', extract(epoch from now - checked_at),
          'unread', final_block - position.block)), '[]')
        from chain_watch watch left join evm_position position on position.chain = watch.chain
        where watch.chain = any(${chains})) as chains,
      (select coalesce(json_agg(json_build_object(
          'state', state, 'count', count, 'age', extract(epoch from now - oldest))), '[]')
        from (
          select status as state, count(*) as count, min(requested_at) as oldest from withdrawal
          where status in ('queued', 'review', 'signing', 'signed', 'broadcast') group by status
        ) open) as withdrawals,
      (select coalesce(json_agg(json_build_object(
          'chain', chain, 'age', extract(epoch from now - seen_at))), '[]')
        from signer where chain = any(${chains})) as signers,
      (select coalesce(json_agg(json_build_object(
          'job', name, 'age', extract(epoch from now - done_at))), '[]')
        from job where done_at is not null) as jobs,
      (select coalesce(json_agg(json_build_object(
          'coin', id, 'age', extract(epoch from now - priced_at))), '[]')
        from coin where listed and ${arePricesRead}) as prices,
      (select extract(epoch from now - queued_at)::text from mail order by id limit 1) as mail,
      (select extract(epoch from now - min(due.next_try_at))::text
        from unnest(${ALL_BUCKETS}::smallint[]) as each (bucket)
        cross join lateral (
          select next_try_at from push where push.bucket = each.bucket order by next_try_at limit 1
        ) due) as push,
      (select extract(epoch from now - at)::text
        from seal where text is not null order by day desc limit 1) as seal
    from moment`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database gave no figures')
  return row
}

function showFigures(figures: Figures | null): void {
  FIGURES_READ.set(figures === null ? 0 : 1)
  for (const labelled of [
    CHAIN_HEAD_AGE,
    CHAIN_ROUND_AGE,
    CHAIN_UNREAD_BLOCKS,
    WITHDRAWALS,
    WITHDRAWAL_AGE,
    QUEUE_AGE,
    SIGNER_AGE,
    JOB_AGE,
    PRICE_AGE,
  ])
    labelled.reset()
  SEAL_AGE.remove()
  if (figures === null) return
  for (const { chain, head, round, unread } of figures.chains) {
    if (head !== null) CHAIN_HEAD_AGE.set({ chain }, head)
    if (round !== null) CHAIN_ROUND_AGE.set({ chain }, round)
    if (unread !== null) CHAIN_UNREAD_BLOCKS.set({ chain }, Math.max(0, unread))
  }
  for (const { state, count, age } of figures.withdrawals) {
    WITHDRAWALS.set({ state }, count)
    WITHDRAWAL_AGE.set({ state }, age)
  }
  for (const { chain, age } of figures.signers) SIGNER_AGE.set({ chain }, age)
  for (const { job, age } of figures.jobs) JOB_AGE.set({ job }, age)
  for (const { coin, age } of figures.prices) PRICE_AGE.set({ coin }, age)
  QUEUE_AGE.set({ queue: 'mail' }, Math.max(0, Number(figures.mail ?? 0)))
  QUEUE_AGE.set({ queue: 'push' }, Math.max(0, Number(figures.push ?? 0)))
  if (figures.seal !== null) SEAL_AGE.set(Number(figures.seal))
}
