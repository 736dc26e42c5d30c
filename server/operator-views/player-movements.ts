import { sql } from 'kysely'
import type { DataOf } from '#contract/endpoint.ts'
import type { listPlayerMovements } from '#contract/operator/players.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { requireAccount } from './require-account.ts'

const PER_PAGE = 50

interface Row {
  readonly transaction: string
  readonly kind: string
  readonly at: Date
  readonly account: string
  readonly coin: string
  readonly amount: string
  readonly decimals: number
}

/** @throws Refusal `not_found` */
export async function listMovements(
  db: Database,
  uid: number,
  after: string | undefined,
): Promise<DataOf<typeof listPlayerMovements>> {
  await requireAccount(db, uid)
  const bucket = bucketOf(uid)
  const isAfter = /^[1-9]\d{0,17}$/.test(after ?? '') ? sql`transaction_id < ${after}::bigint` : sql`true`
  // As much of each account as the page could take, so that the cost does not grow with all that was played.
  const { rows } = await sql<Row>`
    with own as (
      select id, kind, coin from ledger_account where bucket = ${bucket} and account_id = ${uid}
    ), page as (
      select distinct transaction_id from own cross join lateral (
        select transaction_id from ledger_posting posting
        where posting.bucket = ${bucket} and posting.ledger_account_id = own.id and ${isAfter}
        order by posting.bucket desc, posting.ledger_account_id desc, posting.transaction_id desc
        limit ${2 * (PER_PAGE + 1)}
      ) newest
      order by transaction_id desc limit ${PER_PAGE + 1}
    )
    select moved.id as transaction, moved.kind, moved.at, own.kind as account, own.coin, posting.amount, coin.decimals
    from page
    join ledger_transaction moved on moved.bucket = ${bucket} and moved.id = page.transaction_id
    join ledger_posting posting on posting.bucket = ${bucket} and posting.transaction_id = page.transaction_id
    join own on own.id = posting.ledger_account_id
    join coin on coin.id = own.coin
    order by moved.id desc, posting.line`.execute(db)
  const movements = new Map<string, DataOf<typeof listPlayerMovements>['movements'][number]>()
  for (const { transaction, kind, at, account, coin, amount, decimals } of rows) {
    const known = movements.get(transaction)
    const posting = { account, coin, amount: toDecimal(BigInt(amount), decimals) }
    movements.set(transaction, {
      transaction,
      kind,
      at: at.toISOString(),
      postings: [...(known?.postings ?? []), posting],
    })
  }
  const all = [...movements.values()]
  const page = all.slice(0, PER_PAGE)
  return { movements: page, next: all.length > PER_PAGE ? (page.at(-1)?.transaction ?? null) : null }
}
