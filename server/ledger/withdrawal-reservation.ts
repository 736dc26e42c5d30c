import type { Database } from '#server/db/tables.ts'
import { LedgerError } from './ledger-error.ts'
import { reservationKey, type Reservation } from './movements.ts'

/** @throws LedgerError `unknown_reservation` */
export async function readReservation(db: Database, withdrawal: string): Promise<Reservation> {
  const row = await db
    .selectFrom('ledger_transaction')
    .innerJoin('ledger_posting', 'ledger_posting.transaction_id', 'ledger_transaction.id')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_posting.ledger_account_id')
    .select(['ledger_account.account_id as player', 'ledger_account.coin', 'ledger_posting.amount'])
    .where('ledger_transaction.key', '=', reservationKey(withdrawal))
    .where('ledger_account.kind', '=', 'pending')
    .executeTakeFirst()
  if (!row || row.player === null) {
    throw new LedgerError('unknown_reservation', `Nothing is reserved for withdrawal ${withdrawal}`)
  }
  return { withdrawal, player: row.player, coin: row.coin, amount: BigInt(row.amount) }
}
