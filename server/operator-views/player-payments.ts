import { sql } from 'kysely'
import type { DataOf } from '#contract/endpoint.ts'
import type { listPlayerPayments, PlayerPayment } from '#contract/operator/players.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Database } from '#server/db/tables.ts'
import { requireAccount } from './require-account.ts'
import { addressFor } from './shortened.ts'
import type { Viewer } from './view-services.ts'

const PER_PAGE = 50
const CURSOR = /^(\d{1,15})-([dw])-(\d{1,18})$/

interface Row {
  readonly kind: 'd' | 'w'
  readonly id: string
  readonly at: Date
  readonly coin: string
  readonly amount: string
  readonly decimals: number
  readonly status: string
  readonly address: string
  readonly tx_id: string | null
}

/** A token that is not one of our coins is shown where it arrived, as nothing. @throws Refusal `not_found` */
export async function listPayments(
  db: Database,
  viewer: Viewer,
  uid: number,
  after: string | undefined,
): Promise<DataOf<typeof listPlayerPayments>> {
  await requireAccount(db, uid)
  const [, at, kind, id] = CURSOR.exec(after ?? '') ?? []
  const isAfter =
    at === undefined
      ? sql`true`
      : sql`(part.at, part.kind, part.id) < (${new Date(Number(at))}::timestamptz, ${kind}::text, ${id}::bigint)`
  // Milliseconds, as in the cursor.
  const { rows } = await sql<Row>`
    select part.*, coin.decimals from (
      (select 'd' as kind, id, date_trunc('milliseconds', seen_at) as at, coalesce(coin, receive_coin) as coin,
        case when coin is null then 0 else amount end as amount, status, sender as address, tx_id
      from deposit where account_id = ${uid})
      union all
      (select 'w', id, date_trunc('milliseconds', requested_at), coin, amount, status, address, (
        select sent.tx_id from withdrawal_transaction sent
        where sent.withdrawal_id = withdrawal.id and sent.outcome is distinct from 'expired'
        order by sent.id desc limit 1)
      from withdrawal where account_id = ${uid})
    ) part join coin on coin.id = part.coin
    where ${isAfter}
    order by part.at desc, part.kind desc, part.id desc
    limit ${PER_PAGE + 1}`.execute(db)
  const page = rows.slice(0, PER_PAGE)
  const last = rows.length > PER_PAGE ? page.at(-1) : undefined
  return {
    payments: page.map((row) => toPayment(viewer, row)),
    next: last ? `${last.at.getTime()}-${last.kind}-${last.id}` : null,
  }
}

const toPayment = (viewer: Viewer, row: Row): PlayerPayment => ({
  id: row.id,
  kind: row.kind === 'd' ? 'deposit' : 'withdrawal',
  at: row.at.toISOString(),
  coin: row.coin,
  amount: toDecimal(BigInt(row.amount), row.decimals),
  status: row.status,
  address: addressFor(viewer, row.address),
  txId: addressFor(viewer, row.tx_id),
})
