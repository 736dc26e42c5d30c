import type { Database } from '#server/db/tables.ts'
import { cancelWithdrawal } from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'
import { readReservation } from '#server/ledger/withdrawal-reservation.ts'
import type { WithdrawalReason, WithdrawalState } from '#server/db/withdrawal-state.ts'

interface Refusal {
  readonly id: string
  readonly reason: WithdrawalReason
  /** Required state. */
  readonly from: readonly WithdrawalState[]
  readonly now: number
}

/** Refunds a withdrawal without a signed transaction. False when it is in another state. */
export async function refuseWithdrawal(trx: Database, { id, reason, from, now }: Refusal): Promise<boolean> {
  const at = new Date(now)
  const refused = await trx
    .updateTable('withdrawal')
    .set({
      status: 'refused',
      reason,
      claimed_by: null,
      claimed_until: null,
      settled_at: at,
      updated_at: at,
    })
    .where('id', '=', id)
    .where('status', 'in', from)
    .returning(['id', 'account_id'])
    .executeTakeFirst()
  if (!refused) return false
  await postTransaction(trx, cancelWithdrawal(await readReservation(trx, refused)), now)
  return true
}
