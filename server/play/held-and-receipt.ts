import type { Receipt } from '#contract/play.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { toReceipt } from './play-answers.ts'

interface HeldAndReceipt {
  /** Of the coin, in its smallest unit. */
  readonly available: bigint
  /** Null where there is none of that number. */
  readonly receipt: Receipt | null
}

/**
 * What an answer to a play of before says beside its bet, in one question: at the end of a round that all players share,
 * all of them ask at once.
 */
export async function readHeldAndReceipt(
  db: Database,
  uid: number,
  { coin, sequence }: { readonly coin: string; readonly sequence: bigint | undefined },
): Promise<HeldAndReceipt> {
  const row = await db
    .selectFrom('ledger_account')
    .leftJoin('receipt', (join) =>
      join
        .onRef('receipt.bucket', '=', 'ledger_account.bucket')
        .onRef('receipt.account_id', '=', 'ledger_account.account_id')
        .on('receipt.sequence', '=', `${sequence ?? -1n}`),
    )
    .select(['ledger_account.balance', 'receipt.text', 'receipt.kid', 'receipt.signature'])
    .where('ledger_account.bucket', '=', bucketOf(uid))
    .where('ledger_account.account_id', '=', uid)
    .where('ledger_account.coin', '=', coin)
    .where('ledger_account.kind', '=', 'available')
    .executeTakeFirst()
  if (!row) return { available: 0n, receipt: null }
  const { balance, text, kid, signature } = row
  const isThere = text !== null && kid !== null && signature !== null
  return { available: BigInt(balance), receipt: isThere ? toReceipt({ text, kid, signature }) : null }
}
