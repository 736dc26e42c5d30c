import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { fingerprintOf } from '#server/ledger/fingerprint.ts'
import { postingsOf, type LedgerTransaction } from '#server/ledger/ledger-transaction.ts'

/** Posts to a ledger of before it had buckets (migrations 4 to 26), as its releases did. */
export async function postToEarlierLedger(
  db: Database,
  transaction: LedgerTransaction,
  at: Date,
): Promise<void> {
  const { key, kind, subject = null, transfer } = transaction
  const postings = postingsOf(transaction)
  const lines = postings.map(({ account, amount }, index) => ({
    ...{ line: index + 1, kind: account.kind, coin: account.coin, amount: `${amount}` },
    player: 'player' in account ? account.player : null,
  }))
  const transferLine = transfer ? postings.findIndex(({ account }) => account.kind === kind) + 1 : null
  await sql`select * from ledger_post(
    ${key}, ${fingerprintOf({ ...transaction, postings })}, ${kind}, ${subject}, ${at},
    ${JSON.stringify(lines)}::json, ${transfer?.chain ?? null}, ${transfer?.txId ?? null},
    ${transfer?.logIndex ?? null}, ${transferLine}
  )`.execute(db)
}
