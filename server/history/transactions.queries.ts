import { sql, type RawBuilder } from 'kysely'
import type { DataOf, ParsedRequest } from '#contract/endpoint.ts'
import {
  MOVEMENTS,
  TRANSACTIONS_PER_PAGE,
  type listTransactions,
  type Movement,
  type Transaction,
  type TransactionGroup,
} from '#contract/transactions.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import type { Database } from '#server/db/tables.ts'
import { toDecimal } from '#server/coins/units.ts'
import { depositsWithCoins, toDeposit } from '#server/deposits/deposit-rows.ts'
import { toWithdrawal, withdrawalsWithCoins } from '#server/withdrawals/withdrawal-rows.ts'

/** Sources of lines, in their order within one moment. */
const SOURCES = { deposit: 1, withdrawal: 2, ledger: 3 } as const
type Source = (typeof SOURCES)[keyof typeof SOURCES]

interface Line {
  readonly at: number
  readonly source: Source
  readonly id: string
  readonly transaction: Transaction
}

interface Wanted {
  readonly uid: number
  readonly coin: string | undefined
  readonly group: TransactionGroup | undefined
  readonly cursor: { readonly at: Date; readonly source: number; readonly id: string } | null
  readonly limit: number
}

/** Everything except bets and steps of withdrawals, newest first. */
export async function readTransactions(
  db: Database,
  uid: number,
  { group, coin, after, limit: asked }: ParsedRequest<typeof listTransactions>['query'],
): Promise<DataOf<typeof listTransactions>> {
  const limit = Number(asked ?? TRANSACTIONS_PER_PAGE)
  const [at, source, id] = after?.split('-') ?? []
  const cursor =
    at === undefined || source === undefined || id === undefined
      ? null
      : { at: new Date(Number(at)), source: Number(source), id }
  const wanted: Wanted = { uid, coin, group, cursor, limit: limit + 1 }
  const lines = [
    ...(group === undefined || group === 'deposit' ? await depositLines(db, wanted) : []),
    ...(group === undefined || group === 'withdrawal' ? await withdrawalLines(db, wanted) : []),
    ...(group === undefined || group === 'bonus' || group === 'reward'
      ? await ledgerLines(db, wanted, group === undefined ? ALL_MOVEMENTS : MOVEMENTS[group])
      : []),
  ].sort(newestFirst)
  const page = lines.slice(0, limit)
  const last = page.at(-1)
  return {
    transactions: page.map(({ transaction }) => transaction),
    next: last && lines.length > limit ? `${last.at}-${last.source}-${last.id}` : null,
  }
}

const newestFirst = (a: Line, b: Line) =>
  b.at - a.at || b.source - a.source || (BigInt(b.id) > BigInt(a.id) ? 1 : -1)

/** SQL condition: the row comes after the cursor. Times are compared in milliseconds, as the API returns them. */
function isAfter(source: Source, at: string, id: string, cursor: Wanted['cursor']): RawBuilder<boolean> {
  if (cursor === null) return sql`true`
  const moment = sql.ref(at)
  if (source > cursor.source) return sql`${moment} < ${cursor.at}`
  if (source < cursor.source) return sql`${moment} <= ${cursor.at}`
  return sql`(${moment}, ${sql.ref(id)}) < (${cursor.at}, ${cursor.id}::bigint)`
}

async function depositLines(db: Database, { uid, coin, cursor, limit }: Wanted): Promise<Line[]> {
  const rows = await depositsWithCoins(db)
    .where('deposit.account_id', '=', uid)
    .where(isAfter(SOURCES.deposit, 'deposit.seen_at', 'deposit.id', cursor))
    .$if(coin !== undefined, (query) =>
      query.where((where) =>
        where.or([where('deposit.coin', '=', coin ?? ''), where('deposit.receive_coin', '=', coin ?? '')]),
      ),
    )
    .orderBy('deposit.seen_at', 'desc')
    .orderBy('deposit.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => {
    const { id, status, paid, credited, to, txId, explorerUrl, seenAt, settledAt } = toDeposit(row)
    return {
      at: row.seen_at.getTime(),
      source: SOURCES.deposit,
      id,
      transaction: {
        group: 'deposit',
        id: `deposit-${id}`,
        at: seenAt,
        status,
        address: to,
        txId,
        explorerUrl,
        chain: row.chain,
        coin: paid?.coin ?? null,
        amount: paid?.amount ?? null,
        credited: credited && { coin: credited.coin, amount: credited.amount },
        settledAt,
      },
    }
  })
}

async function withdrawalLines(db: Database, { uid, coin, cursor, limit }: Wanted): Promise<Line[]> {
  const rows = await withdrawalsWithCoins(db)
    .where('withdrawal.account_id', '=', uid)
    .where(isAfter(SOURCES.withdrawal, 'withdrawal.requested_at', 'withdrawal.id', cursor))
    .$if(coin !== undefined, (query) => query.where('withdrawal.coin', '=', coin ?? ''))
    .orderBy('withdrawal.requested_at', 'desc')
    .orderBy('withdrawal.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => {
    const each = toWithdrawal(row)
    const { status, coin, chain, amount, fee, receives, address, requestedAt } = each
    return {
      at: row.requested_at.getTime(),
      source: SOURCES.withdrawal,
      id: row.id,
      transaction: {
        group: 'withdrawal',
        id: `withdrawal-${row.id}`,
        withdrawal: row.id,
        at: requestedAt,
        status,
        coin,
        chain,
        amount,
        fee,
        receives,
        address,
        txId: each.txId,
        explorerUrl: each.explorerUrl,
        settledAt: each.settledAt,
      },
    }
  })
}

interface LedgerLine {
  readonly id: string
  readonly at: Date
  readonly kind: Movement
  readonly coin: string
  readonly amount: string
  readonly decimals: number
}

const ALL_MOVEMENTS: readonly Movement[] = [...MOVEMENTS.bonus, ...MOVEMENTS.reward]

async function ledgerLines(
  db: Database,
  { uid, coin, cursor, limit }: Wanted,
  kinds: readonly Movement[],
): Promise<Line[]> {
  const { rows } = await sql<LedgerLine>`
    with page as (
      select account.bucket, account.coin, wanted.kind, line.*
      from ledger_account account
      cross join unnest(array[${sql.join(kinds)}]::text[]) wanted (kind)
      -- As much of each balance and kind as the page could take: what else the player has done is not read.
      cross join lateral (
        select history.at, history.transaction_id, history.line
        from ledger_history history
        where (history.bucket, history.ledger_account_id) = (account.bucket, account.id) and history.kind = wanted.kind
          and ${isAfter(SOURCES.ledger, 'history.at', 'history.transaction_id', cursor)}
        order by history.at desc, history.transaction_id desc
        limit ${limit}
      ) line
      where account.bucket = ${bucketOf(uid)} and account.account_id = ${uid} and ${coin === undefined ? sql`true` : sql`account.coin = ${coin}`}
      order by line.at desc, line.transaction_id desc
      limit ${limit}
    )
    select page.transaction_id as id, page.at, page.kind, page.coin, posting.amount, coin.decimals
    from page
    join ledger_posting posting on (posting.bucket, posting.transaction_id) = (page.bucket, page.transaction_id) and posting.line = page.line
    join coin on coin.id = page.coin
    order by page.at desc, page.transaction_id desc`.execute(db)
  return rows.map(toLine)
}

function toLine({ id, at, kind: movement, amount, coin, decimals }: LedgerLine): Line {
  const units = BigInt(amount)
  return {
    at: at.getTime(),
    source: SOURCES.ledger,
    id,
    transaction: {
      group: (MOVEMENTS.reward as readonly string[]).includes(movement) ? 'reward' : 'bonus',
      id: `ledger-${id}`,
      at: at.toISOString(),
      coin,
      movement,
      isOut: units < 0n,
      amount: toDecimal(units < 0n ? -units : units, decimals),
    },
  }
}
