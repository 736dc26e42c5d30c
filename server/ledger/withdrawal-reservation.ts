import type { Database, WithdrawalRow } from '#server/db/tables.ts'
import { bucketOf } from './bucket.ts'
import { LedgerError } from './ledger-error.ts'
import { isAccountOf, isPostingOf } from './ledger-rows.ts'
import { reservationKey, type Reservation } from './movements.ts'

/** @throws LedgerError `unknown_reservation` */
export async function readReservation(
  db: Database,
  { id: withdrawal, account_id: owner }: Pick<WithdrawalRow, 'id' | 'account_id'>,
): Promise<Reservation> {
  const row = await db
    .selectFrom('ledger_transaction')
    .innerJoin('ledger_posting', (join) => join.on(isPostingOf))
    .innerJoin('ledger_account', (join) => join.on(isAccountOf))
    .select(['ledger_account.account_id as player', 'ledger_account.coin', 'ledger_posting.amount'])
    .where('ledger_transaction.bucket', '=', bucketOf(owner))
    .where('ledger_transaction.key', '=', reservationKey(withdrawal))
    .where('ledger_account.kind', '=', 'pending')
    .executeTakeFirst()
  if (!row || row.player !== owner) {
    throw new LedgerError('unknown_reservation', `Nothing is reserved for withdrawal ${withdrawal}`)
  }
  return { withdrawal, player: owner, coin: row.coin, amount: BigInt(row.amount) }
}
