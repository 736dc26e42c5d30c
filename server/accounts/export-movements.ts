import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { isPostingOf } from '#server/ledger/ledger-rows.ts'
import { EXPORT_PAGE, pageOf, type PageReader } from '#server/play/export-lists.ts'

/** What has moved on each balance of a player, one balance after the other, each from its beginning. */
export const exportMovements: PageReader = async ({ db }, uid, after) => {
  const [account = '0', transaction = '0', line = '0'] = after?.split('-') ?? []
  const balances = await db
    .selectFrom('ledger_account')
    .select(['id', 'coin', 'kind'])
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .where('id', '>=', account)
    .orderBy('id')
    .execute()
  const rows: (Awaited<ReturnType<typeof readPostings>>[number] & (typeof balances)[number])[] = []
  for (const balance of balances) {
    if (rows.length > EXPORT_PAGE) break
    const place = balance.id === account ? { transaction, line } : { transaction: '0', line: '0' }
    const postings = await readPostings(db, uid, balance.id, place, EXPORT_PAGE + 1 - rows.length)
    rows.push(...postings.map((posting) => ({ ...posting, ...balance })))
  }
  return pageOf(
    rows,
    ({ id, transaction_id, line: last }) => `${id}-${transaction_id}-${last}`,
    ({ at, movement, subject, coin, kind, amount }) => ({
      at,
      kind: movement,
      subject,
      coin,
      balance: kind,
      amount,
    }),
  )
}

/** By one balance, so that the index finds the page however long the list is. */
const readPostings = (
  db: Database,
  uid: number,
  account: string,
  after: { readonly transaction: string; readonly line: string },
  limit: number,
) =>
  db
    .selectFrom('ledger_posting')
    .innerJoin('ledger_transaction', (join) => join.on(isPostingOf))
    .select(['ledger_transaction.at', 'ledger_transaction.kind as movement', 'ledger_transaction.subject'])
    .select(['ledger_posting.transaction_id', 'ledger_posting.line', 'ledger_posting.amount'])
    .where('ledger_posting.bucket', '=', bucketOf(uid))
    .where('ledger_posting.ledger_account_id', '=', account)
    .where('ledger_posting.transaction_id', '>=', after.transaction)
    .where(
      sql<boolean>`(ledger_posting.transaction_id, ledger_posting.line) > (${after.transaction}::bigint, ${after.line}::integer)`,
    )
    .orderBy('ledger_posting.transaction_id')
    .orderBy('ledger_posting.line')
    .limit(limit)
    .execute()
