import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { isPostingOf } from '#server/ledger/ledger-rows.ts'
import { EXPORT_PAGE, numberAfter, pageOf, type PageReader } from '#server/play/export-lists.ts'
import { listReceiptKeys } from '#server/play/receipt-keys.ts'
import { listSealedReceipts, listSealsWith } from '#server/seal/seal-proofs.ts'

const SEALS = 50
const RANGES = 8

/** In the format of `npm run verify`. */
export const SEAL_LISTS: Readonly<Record<'seals' | 'sealedReceipts', PageReader>> = {
  async seals(services, uid, after) {
    const day = after === null ? '' : numberAfter(after).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
    const seals = await listSealsWith(services, uid, { after: day, limit: SEALS })
    const next = seals.length === SEALS ? (seals.at(-1)?.day.replaceAll('-', '') ?? null) : null
    const keys = after === null ? [{ receiptKeys: await listReceiptKeys(services.db) }] : []
    return { items: [...keys, ...seals], next }
  },
  async sealedReceipts({ db }, uid, after) {
    const found = await listSealedReceipts(db, uid, { after: numberAfter(after), limit: RANGES })
    const next = found.length === RANGES ? (found.at(-1)?.first ?? null) : null
    return { items: found.map(({ proof }) => ({ sealedReceipts: [proof] })), next }
  },
}

/** Calls of providers about the player's money, in the order in which they came. */
export const exportProviderCalls: PageReader = async ({ db }, uid, after) => {
  const rows = await db
    .selectFrom('provider_transaction')
    .select([
      'sequence',
      'provider',
      'id',
      'kind',
      'reference',
      'round',
      'game',
      'coin',
      'amount',
      'status',
      'at',
    ])
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .where('sequence', '>', numberAfter(after))
    .orderBy('sequence')
    .limit(EXPORT_PAGE + 1)
    .execute()
  return pageOf(
    rows,
    ({ sequence }) => sequence,
    ({ sequence: _, ...row }) => row,
  )
}

/** Balance after balance, each from its oldest movement. */
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

/** One balance at a time, so that the index finds a page of any list quickly. */
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
