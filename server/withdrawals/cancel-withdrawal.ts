import type { Withdrawal } from '#contract/withdrawals.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import { cancelWithdrawal as giveBack } from '#server/ledger/movements.ts'
import { postTransaction, repeatConflicts } from '#server/ledger/post-transaction.ts'
import { readReservation } from '#server/ledger/withdrawal-reservation.ts'
import { isCancellable, readWithdrawal } from './withdrawal-rows.ts'

/**
 * Cancels a withdrawal. One update decides between player and signer: the first to change the row's state wins.
 * @throws Refusal `not_found`, `withdrawal_under_way`
 */
export async function cancelWithdrawal(
  db: Database,
  { uid, id, now }: { readonly uid: number; readonly id: string; readonly now: number },
): Promise<Withdrawal> {
  const isCancelled = await repeatConflicts(() =>
    db.transaction().execute(async (trx) => {
      const at = new Date(now)
      const { numUpdatedRows } = await trx
        .updateTable('withdrawal')
        .set({
          status: 'cancelled',
          settled_at: at,
          updated_at: at,
          claimed_by: null,
          claimed_until: null,
        })
        .where('id', '=', id)
        .where('account_id', '=', uid)
        .where(isCancellable)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      await postTransaction(trx, giveBack(await readReservation(trx, { id, account_id: uid })), now)
      return true
    }),
  )
  const withdrawal = await readWithdrawal(db, uid, id)
  if (!withdrawal) throw new Refusal('not_found', 'You have no such withdrawal')
  if (isCancelled || withdrawal.status === 'cancelled') return withdrawal
  throw new Refusal('withdrawal_under_way', 'It can no longer be taken back')
}
